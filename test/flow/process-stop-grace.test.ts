import { Agent, request as httpRequest } from "node:http";
import { expect, test, vi } from "vitest";
import { createClient, root } from "./support/client.ts";
import { freshKey, saleContent } from "./support/fixtures.ts";
import { openRaw, request } from "./support/raw.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack);

const saleBody = () =>
  JSON.stringify({ objectTypeID: "SaleCase", content: saleContent(basics, { ExternalID: freshKey("stop") }) });
const ask = (path: string) => request("GET", path, "");
const startApi = (graceMs: number) => stack.startApi({ STOP_GRACE_MS: String(graceMs) });
/** The most that the setting takes. */
const graceMsMax = 6_000;

interface Stopping {
  readonly url: string;
  /** Asks the API to stop, and polls like a load balancer: resolves once the process is unready. */
  stop(): Promise<void>;
}

/**
 * Runs `work`, which stops an API with this grace and ends when it needs the API no more. If the machine was too slow for
 * the grace, once more with the longest one.
 */
async function withinGrace(graceMs: number, work: (api: Stopping) => Promise<void>): Promise<void> {
  const { url, signal, exited } = await startApi(graceMs);
  let stoppedMs = Number.POSITIVE_INFINITY;
  const isUnready = async () => expect((await createClient(url).send("GET", "/readyz")).status).toBe(503);
  async function stop(): Promise<void> {
    stoppedMs = performance.now();
    signal("SIGTERM");
    await vi.waitFor(isUnready, { timeout: graceMs, interval: 20 });
  }
  const failure = await work({ url, stop }).then(
    () => undefined,
    (error: Error) => error,
  );
  if (performance.now() - stoppedMs > graceMs && graceMs < graceMsMax) return withinGrace(graceMsMax, work);
  if (failure) throw failure;
  expect(await exited).toBe(0);
}

test("a stopping API is unready, and still answers on old and new connections, with `Connection: close`", async () => {
  await withinGrace(3_000, expectServed);
});

async function expectServed({ url, stop }: Stopping): Promise<void> {
  const [old, other] = await Promise.all([openRaw(url), openRaw(url)]);
  for (const connection of [old, other]) {
    connection.write(ask("/livez"));
    expect((await connection.next()).headers.get("connection")).toBe("keep-alive");
  }
  await stop();
  const fresh = await openRaw(url);
  for (const connection of [old, fresh]) {
    connection.write(request("POST", `${root}/objects`, saleBody()));
    const { status, headers } = await connection.next();
    expect([status, headers.get("connection")]).toEqual([201, "close"]);
    await connection.ended;
  }
  // A pipeline's connection closes after its last answer, not after its first.
  other.write(ask("/livez") + request("POST", `${root}/objects`, saleBody()) + ask("/nowhere"));
  const answers = [await other.next(), await other.next(), await other.next()];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 404]);
  expect(answers.map(({ headers }) => headers.get("connection"))).toEqual(["keep-alive", "keep-alive", "close"]);
  await other.ended;
}

/** A till's call over a kept-alive connection: the answer's status, or the error without an answer. */
function sell(agent: Agent, url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" };
    const sent = httpRequest(`${url}${root}/objects`, { agent, method: "POST", headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(saleBody());
  });
}

/** Tills sell all the time until the API is unready. */
async function sellUntilUnready({ url, stop }: Stopping): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const outcomes: (number | string)[] = [];
  let isOver = false;
  const tills = Array.from({ length: 24 }, async () => {
    while (!isOver) outcomes.push(await sell(agent, url));
  });
  try {
    await expect.poll(() => outcomes.length).toBeGreaterThan(200);
    await stop();
  } finally {
    isOver = true;
    await Promise.all(tills);
    agent.destroy();
  }
  expect(new Set(outcomes)).toEqual(new Set([201]));
}

test("every call of tills with kept-alive connections is answered, during three stops", async () => {
  for (let stops = 0; stops < 3; stops += 1) await withinGrace(1_000, sellUntilUnready);
  await expectBooksInOrder(stack);
});
