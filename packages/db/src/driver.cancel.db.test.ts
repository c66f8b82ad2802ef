import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import postgres from "postgres";
import { expect, type TestContext, test } from "vitest";
import { codeOf } from "./testing/code.ts";
import { openTestDatabase } from "./testing/database.ts";

const database = await openTestDatabase(2);

function openBare({ onTestFinished }: TestContext, url = database.url): postgres.Sql {
  const pool = postgres(url, { max: 1 });
  onTestFinished(() => pool.end({ timeout: 0 }));
  return pool;
}

/** Lets the driver take a statement: it does so after one turn of the microtask queue. */
const taken = () => new Promise((resolve) => setImmediate(resolve));

test("a statement that is cancelled while its connection is being opened takes no connection away", async (context) => {
  const pool = openBare(context);
  const query = pool`select 1`.execute();
  await taken();
  query.cancel();
  expect(await codeOf(query)).toBe("57014");
  expect([...(await pool`select 2 as n`)]).toEqual([{ n: 2 }]);
});

test("a statement that is cancelled before the driver took it takes no connection away", async (context) => {
  const pool = openBare(context);
  await pool`select 1`;
  const query = pool`select 1`.execute();
  query.cancel();
  expect(await codeOf(query)).toBe("57014");
  expect([...(await pool`select 2 as n`)]).toEqual([{ n: 2 }]);
});

test("a statement that is cancelled while it waits in its transaction keeps nobody waiting", async (context) => {
  const pool = openBare(context);
  const work = pool.begin(async (tx) => {
    // Its first use, with a parameter, lets no other statement be sent behind it.
    const slow = tx`select pg_sleep(0.1), ${1}::int`.execute();
    const query = codeOf(tx`select 1`);
    const waiting = tx`select 2`.execute();
    await taken();
    waiting.cancel();
    const next = tx`select 3 as n`.execute();
    expect(await codeOf(waiting)).toBe("57014");
    expect([...(await next)]).toEqual([{ n: 3 }]);
    await slow;
    expect(await query).toBe("done");
  });
  // Any failed statement of a transaction fails it.
  expect(await codeOf(work)).toBe("57014");
  expect(await codeOf(pool`select 4`)).toBe("done");
});

test("a statement that is cancelled behind another one leaves the next one its own answer", async (context) => {
  const pool = openBare(context);
  const session = await pool.reserve();
  await session`select 1`;
  const slow = session`select pg_sleep(0.1)`.execute();
  const cancelled = session`select pg_sleep(1)`.execute();
  const next = session`select 3 as n`.execute();
  await taken();
  cancelled.cancel();
  // Postgres ignores a request that comes before it has begun the statement.
  expect(await codeOf(cancelled)).toMatch(/57014|done/);
  expect([...(await next)]).toEqual([{ n: 3 }]);
  await slow;
  session.release();
});

test("a statement that the driver refuses behind another one keeps nobody waiting", async (context) => {
  const pool = openBare(context);
  const session = await pool.reserve();
  await session`select 1`;
  const slow = codeOf(session`select pg_sleep(0.1)`);
  const refused = codeOf(session.unsafe("select 1", Array(65_600).fill(1)));
  const next = session`select 3 as n`.execute();
  expect(await refused).toBe("MAX_PARAMETERS_EXCEEDED");
  expect(await slow).toBe("done");
  expect([...(await next)]).toEqual([{ n: 3 }]);
  session.release();
});

test("a pool whose first statement is cancelled while the pool ends does end", async (context) => {
  const pool = openBare(context);
  const query = pool`select 1`.execute();
  await taken();
  query.cancel();
  const ended = pool.end();
  expect(await codeOf(query)).toBe("57014");
  await ended;
});

const cancelCode = 80_877_102;

/** The database, reached by a path on which requests to cancel wait until they are released. */
async function openHolding({ onTestFinished }: TestContext) {
  const target = new URL(database.url);
  const held: (() => void)[] = [];
  const pass = (incoming: Socket, first: Buffer) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) socket.on("error", () => undefined);
    outgoing.write(first);
    incoming.pipe(outgoing).pipe(incoming);
  };
  const server = createServer((incoming) =>
    incoming.once("data", (first) => {
      const go = () => pass(incoming, first);
      if (first.readUInt32BE(4) === cancelCode) held.push(go);
      else go();
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  target.port = String((server.address() as AddressInfo).port);
  const url = target.href;
  target.port = new URL(database.url).port;
  return { url, held };
}

test("a request to cancel that comes late cancels no statement of somebody else", async (context) => {
  const { url, held } = await openHolding(context);
  const pool = openBare(context, url);
  await pool`select 1`;
  const query = pool`select pg_sleep(0.1)`.execute();
  await taken();
  query.cancel();
  expect(await codeOf(query)).toBe("done");
  const next = codeOf(pool`select pg_sleep(0.3)`);
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(1);
  // Without the patch, Postgres runs the next statement by now.
  setTimeout(() => held[0]?.(), 100);
  expect(await next).toBe("done");
});
