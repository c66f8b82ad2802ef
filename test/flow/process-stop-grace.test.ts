import { Agent, request as httpRequest } from "node:http";
import { expect, test } from "vitest";
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
/** Polls like a load balancer: resolves once the process is unready. */
const unready = (url: string) =>
  expect.poll(async () => (await createClient(url).send("GET", "/readyz")).status, { interval: 20 }).toBe(503);

test("a stopping API is unready, and still answers on old and new connections, with `Connection: close`", async () => {
  const api = await startApi(3_000);
  const [old, other] = await Promise.all([openRaw(api.url), openRaw(api.url)]);
  for (const connection of [old, other]) {
    connection.write(ask("/livez"));
    expect((await connection.next()).headers.get("connection")).toBe("keep-alive");
  }
  api.signal("SIGTERM");
  await unready(api.url);
  const fresh = await openRaw(api.url);
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
  expect(await api.exited).toBe(0);
});

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

test("every call of tills with kept-alive connections is answered, during three stops", async () => {
  for (let stops = 0; stops < 3; stops += 1) {
    const api = await startApi(1_000);
    const agent = new Agent({ keepAlive: true });
    const outcomes: (number | string)[] = [];
    let isOver = false;
    const tills = Array.from({ length: 24 }, async () => {
      while (!isOver) outcomes.push(await sell(agent, api.url));
    });
    await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBeGreaterThan(200);
    api.signal("SIGTERM");
    await unready(api.url);
    isOver = true;
    await Promise.all(tills);
    expect(new Set(outcomes)).toEqual(new Set([201]));
    expect(await api.exited).toBe(0);
    agent.destroy();
  }
  await expectBooksInOrder(stack);
});
