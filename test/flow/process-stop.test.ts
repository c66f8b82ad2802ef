import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { createClient, root } from "./support/client.ts";
import { awaitStatus, registerBasics, saleContent } from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { openRaw, request } from "./support/raw.ts";
import {
  backends,
  expectBooksInOrder,
  type Running,
  scriptOf,
  startStack,
  useBasics,
  useStack,
  whileLocked,
} from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack);

const saleBody = () => JSON.stringify({ objectTypeID: "SaleCase", content: saleContent(basics) });

/** Shorter than an insert waits for a lock. One that had to wait for longer may be refused with 503. */
const answeredMsMax = 1_500;

/** Sales that an API has accepted but cannot answer until `release`. */
async function holdSales(url: string, count: number) {
  const connections = await Promise.all(Array.from({ length: count }, () => openRaw(url)));
  for (const connection of connections) {
    connection.write(request("GET", "/livez", ""));
    await connection.next();
  }
  let release = () => {};
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const held = whileLocked(stack, "sale", "share", async () => {
    isLocked();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await locked;
  const heldSinceMs = performance.now();
  for (const connection of connections) connection.write(request("POST", `${root}/objects`, saleBody()));
  // The API reads in order of arrival: once these are answered, it has accepted the sales.
  for (let count = 0; count < 3; count += 1) await createClient(url).send("GET", "/livez");
  return {
    answers: Promise.all(connections.map((connection) => connection.next())),
    /** @returns the statuses that the answers may have. */
    release: async () => {
      release();
      await held;
      return performance.now() - heldSinceMs < answeredMsMax ? [201] : [201, 503];
    },
  };
}

/** The exit code is 0 only if every step of stopping ends within its 9 s. */
async function stopWhileHeld(api: Running, stop: () => Promise<void>): Promise<void> {
  const { answers, release } = await holdSales(api.url, 100);
  await stop();
  // It no longer listens: new connections are refused, and accepted calls wait.
  await expect
    .poll(() =>
      createClient(api.url)
        .send("GET", "/livez")
        .then(
          () => "served",
          () => "refused",
        ),
    )
    .toBe("refused");
  const statuses = await release();
  const ids = (await answers).flatMap(({ status, body }) => {
    expect(statuses).toContain(status);
    return status === 201 ? [body.ID] : [];
  });
  expect(await api.exited).toBe(0);
  for (const id of ids) expect(await stack.client.read(id)).toMatchObject({ status: 200 });
  await expectBooksInOrder(stack);
}

describe("a stopping API answers what it accepted, and exits with 0", () => {
  test("by SIGTERM", async () => {
    const api = await stack.startApi();
    await stopWhileHeld(api, async () => api.signal("SIGTERM"));
  });

  test("by two SIGTERMs", async () => {
    const api = await stack.startApi();
    await stopWhileHeld(api, async () => {
      api.signal("SIGTERM");
      api.signal("SIGTERM");
    });
  });

  test("by SIGINT", async () => {
    const api = await stack.startApi();
    await stopWhileHeld(api, async () => api.signal("SIGINT"));
  });

  test("while callers keep sending: every sale answered with 201 is in the database", async () => {
    const api = await stack.startApi();
    let isStopping = false;
    const answered: string[] = [];
    const failures: unknown[] = [];
    const callers = Array.from({ length: 32 }, async () => {
      for (;;) {
        try {
          const { status, body } = await api.client.create("Sale", saleContent(basics));
          expect(status).toBe(201);
          answered.push(body.ID);
          if (answered.length > 300 && !isStopping) {
            isStopping = true;
            api.signal("SIGTERM");
          }
        } catch (error) {
          failures.push(error);
          return;
        }
      }
    });
    await Promise.all(callers);
    expect(await api.exited).toBe(0);
    // A caller ends only when its connection is refused or closed.
    for (const failure of failures) expect(String(failure)).toBe("TypeError: fetch failed");
    for (const id of answered.slice(-50)) expect(await stack.client.read(id)).toMatchObject({ status: 200 });
    const [row] = await stack.database
      .sql`select count(*)::int as count from sale where id = any(${answered.map(uuidOf)}::uuid[])`;
    expect(row?.["count"]).toBe(answered.length);
    await expectBooksInOrder(stack);
  });

  test("while idle, with connections kept alive", async () => {
    const api = await stack.startApi();
    const connection = await openRaw(api.url);
    connection.write(request("GET", "/livez", ""));
    await connection.next();
    api.signal("SIGTERM");
    expect(await api.exited).toBe(0);
    await connection.ended;
  });
});

test("connections that sent nothing, half a head or half a body do not keep an API from stopping", async () => {
  const api = await stack.startApi();
  const [silent, halfHead, halfBody] = await Promise.all([openRaw(api.url), openRaw(api.url), openRaw(api.url)]);
  halfHead.write("POST /Sale/dx/api/application/v2/objects HTTP/1.1\r\nHost: x\r\n");
  halfBody.write(request("POST", "/Sale/dx/api/application/v2/objects", "{", { "content-length": 999 }));
  // Once this is answered, the API has read what was written before.
  await createClient(api.url).send("GET", "/livez");
  api.signal("SIGTERM");
  expect(await halfBody.next()).toMatchObject({ status: 503 });
  expect(await api.exited).toBe(0);
  await Promise.all([silent.ended, halfHead.ended, halfBody.ended]);
});

test("a worker exits with 0 while Postgres and the queue are down", async () => {
  const away = { DATABASE_URL: "postgres://rewards@127.0.0.1:1/rewards", QUEUE_URL: "redis://127.0.0.1:1" };
  const worker = await stack.startWorker(away);
  await expect.poll(() => worker.lines.some((line) => line.includes("ECONNREFUSED")), { timeout: 60_000 }).toBe(true);
  worker.signal("SIGTERM");
  expect(await worker.exited).toBe(0);
});

const uuidOf = (id: string) => id.slice(id.indexOf("-") + 1);

test.each(["api", "worker"] as const)("the %s stops when its parent is gone", async (app) => {
  const child = fork(scriptOf(app), {
    env: { DATABASE_URL: stack.databaseUrl, QUEUE_URL: stack.queueUrl, PORT: "0", STOP_GRACE_MS: "0" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await once(child, "message");
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});

describe.each(backends)("with the queue on %s", (queue) => {
  test("a worker stopped under load exits with 0, and another one continues: each sale is posted once", async () => {
    const own = await startStack({ queue });
    try {
      const keys = await registerBasics(own.client);
      const worker = await own.startWorker();
      const sent = sendAll(500, 16, () => own.client.create("Sale", saleContent(keys)));
      const postedCount = async () => Number((await own.database.sql`select count(*) from ledger_entry`)[0]?.["count"]);
      await expect.poll(postedCount, { interval: 5 }).toBeGreaterThan(0);
      worker.signal("SIGTERM");
      worker.signal("SIGTERM");
      expect(await worker.exited).toBe(0);
      expect(new Set((await sent).map(({ status }) => status))).toEqual(new Set([201]));
      await expectBooksInOrder(own);
      expect(await postedCount()).toBe(500);
    } finally {
      await own.stop();
    }
  });
});

test("a single worker that is stopped and replaced leaves nothing undone", async () => {
  const own = await startStack();
  try {
    const keys = await registerBasics(own.client);
    const [first] = (await sendAll(300, 16, () => own.client.create("Sale", saleContent(keys)))).map(
      ({ body }) => body.ID,
    );
    const stops = [];
    for (let count = 0; count < 2; count += 1) {
      const worker = await own.startWorker();
      stops.push(await worker.stop());
    }
    expect(stops).toEqual([0, 0]);
    await awaitStatus(own.client, first, "Resolved-Completed");
    await expectBooksInOrder(own);
  } finally {
    await own.stop();
  }
});
