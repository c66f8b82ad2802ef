import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import postgres from "postgres";
import { expect, type TestContext, test } from "vitest";
import { codeOf } from "./testing/code.ts";
import { openTestDatabase } from "./testing/database.ts";

const database = await openTestDatabase(2);
const { host: realHost, hostname, port, username, password, pathname } = new URL(database.url);

/** A pool of the bare driver. The hosts are tried in this order. */
function openBare({ onTestFinished }: TestContext, hosts: readonly string[], name = "bare"): postgres.Sql {
  const url = `postgres://${username}:${password}@${hosts.join(",")}${pathname}`;
  const pool = postgres(url, { max: 1, connection: { application_name: name } });
  onTestFinished(() => pool.end({ timeout: 0 }));
  return pool;
}

/** A server that treats each connection so; returns its address. */
async function openFake({ onTestFinished }: TestContext, treat: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => treat(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const closed = /57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/;

const sessionsOf = async (name: string) =>
  (
    await database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = ${name} and datname = current_database()`
  ).map(({ pid }) => pid);

/** Waits until the session runs a statement with this text, and ends it. */
async function endDuring(name: string, text: string): Promise<void> {
  const ended = () => database.sql`
    select pg_terminate_backend(pid, 30000) from pg_stat_activity
    where application_name = ${name} and datname = current_database() and position(${text} in query) > 0`;
  await expect.poll(async () => (await ended()).length, { timeout: 30_000 }).toBe(1);
}

test("with several hosts, the first statement of a connection fails if its session ends", async (context) => {
  const pool = openBare(context, [realHost, realHost], "several");
  const outcome = codeOf(pool`select pg_sleep(60)`);
  await endDuring("several", "pg_sleep(60)");
  expect(await outcome).toMatch(closed);
  expect(await codeOf(pool`select 1`)).toBe("done");
});

test("servers that close every connection are each asked once", async (context) => {
  const asked: string[] = [];
  const fake = (name: string) =>
    openFake(context, (socket) => {
      asked.push(name);
      socket.end();
    });
  const pool = openBare(context, [await fake("first"), await fake("second")]);
  expect(await codeOf(pool`select 1`)).toBe("CONNECTION_CLOSED");
  expect(asked).toEqual(["first", "second"]);
});

test("a connection whose own query fails is handed to nobody: each caller gets the reason", async (context) => {
  await database.sql`revoke select on pg_catalog.pg_type from public`;
  const pool = postgres(database.serviceUrl, { max: 1 });
  context.onTestFinished(() => pool.end({ timeout: 0 }));
  const outcomes = [pool`select 1`, pool`select 2`, pool`select 3`].map(codeOf);
  expect(await Promise.all(outcomes)).toEqual(["42501", "42501", "42501"]);
  await database.sql`grant select on pg_catalog.pg_type to public`;
  expect(await codeOf(pool`select 4`)).toBe("done");
});

/** An ErrorResponse: the server is starting. */
const starting = Buffer.from("E\0\0\0\x24SFATAL\0VFATAL\0C57P03\0Mstarting\0\0", "latin1");
starting.writeUInt32BE(starting.length - 1, 1);

test("a host that says that it is starting, and then resets the connection, counts as one try", async (context) => {
  const first = await openFake(context, (socket) => {
    socket.once("data", () => {
      socket.write(starting);
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  const pool = openBare(context, [first, realHost]);
  expect(await codeOf(pool`select 1`)).toBe("done");
});

test("a reader of rows that outlives its session sends nothing on the next one", async (context) => {
  const pool = openBare(context, [`${hostname}:${port}`], "reader");
  const reading: (() => void)[] = [];
  const outcome = codeOf(
    pool`select generate_series(1, 9) as read`.cursor(2, () => new Promise<void>((resolve) => reading.push(resolve))),
  );
  await expect.poll(() => reading.length, { timeout: 30_000 }).toBe(1);
  await endDuring("reader", "as read");
  expect(await outcome).toMatch(closed);
  await pool.begin(async (tx) => {
    await tx`select 1`;
    reading[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...(await tx`select 2 as n`)]).toEqual([{ n: 2 }]);
  });
});

test("a reader that fails fails its statement, also with the last rows or after its session has ended", async (context) => {
  const pool = openBare(context, [realHost], "failing");
  const fail = async () => {
    throw new Error("no room");
  };
  expect(await codeOf(pool`select generate_series(1, 9)`.cursor(2, fail))).toBe("no room");
  expect(await codeOf(pool`select generate_series(1, 9)`.cursor(20, fail))).toBe("no room");
  const reading: (() => void)[] = [];
  const late = codeOf(
    pool`select generate_series(1, 9) as late`.cursor(2, async () => {
      await new Promise<void>((resolve) => reading.push(resolve));
      await fail();
    }),
  );
  await expect.poll(() => reading.length, { timeout: 30_000 }).toBe(1);
  await endDuring("failing", "as late");
  expect(await late).toMatch(closed);
  // An error that nobody handles would fail this test.
  reading[0]?.();
  expect(await codeOf(pool`select 1`)).toBe("done");
});

test("an iterator of rows whose session ends between two slices does not end as if it had all", async (context) => {
  const pool = openBare(context, [realHost], "iterated");
  const rows = pool`select generate_series(1, 9) as iterated`.cursor(2)[Symbol.asyncIterator]();
  expect([...(await rows.next()).value]).toEqual([{ iterated: 1 }, { iterated: 2 }]);
  await endDuring("iterated", "as iterated");
  await codeOf(pool`select 1`);
  expect(await codeOf(rows.next())).toMatch(closed);
});

test("statements that waited when the pool was ended are answered, and no session stays", async (context) => {
  const pool = openBare(context, [realHost], "ending");
  const outcomes = [pool`select pg_sleep(0.2)`, pool`select 2`, pool`select 3`].map(codeOf);
  await expect.poll(async () => (await sessionsOf("ending")).length, { timeout: 30_000 }).toBe(1);
  await pool.end();
  expect(await Promise.all(outcomes)).toEqual(["done", "done", "done"]);
  await expect.poll(() => sessionsOf("ending"), { timeout: 30_000 }).toEqual([]);
});

/** Runs a statement that fails, and returns a weak reference to its text. */
async function failOnce(pool: postgres.Sql): Promise<WeakRef<object>> {
  const query = pool.unsafe("select no_column");
  expect(await codeOf(query)).toBe("42703");
  return new WeakRef((query as unknown as { strings: object }).strings);
}

test("a statement of unsafe text that failed is freed", async (context) => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const text = await failOnce(openBare(context, [realHost]));
  const isFreed = () => {
    collect();
    return text.deref() === undefined;
  };
  await expect.poll(isFreed, { timeout: 30_000 }).toBe(true);
});
