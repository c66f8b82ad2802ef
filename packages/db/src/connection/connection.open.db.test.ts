import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { describe, type TestContext, test } from "vitest";
import { openProxy } from "../../../../test/src/proxy.ts";
import { openLeadership } from "../../../operations/src/lease/lease.hold.ts";
import { openDatabase } from "../client.ts";
import { faultKind } from "../fault.ts";
import { allowLong } from "../statement.ts";
import { openTestDatabase } from "../testing/database.ts";
import { openPool, type PoolOptions, transactionMsMax } from "./connection.open.ts";

const database = await openTestDatabase(2);

const session = { application_name: "watched", statement_timeout: 1_000, transaction_timeout: transactionMsMax(1_000) };

/** For statements that must not be ended: a busy machine may take a second for the shortest one. */
const patient = { ...session, statement_timeout: 5_000, transaction_timeout: transactionMsMax(5_000) };
const waits = { timeout: 60_000 };

function open({ onTestFinished }: TestContext, options: Partial<PoolOptions> = {}) {
  const pool = openPool({ url: database.url, max: 1, session, ...options });
  onTestFinished(() => pool.close(0));
  return pool.sql;
}

/** Connections through it can go silent, and only those of this test. */
async function openOwnProxy({ onTestFinished }: TestContext) {
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.shut());
  return proxy;
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => [(error as { code?: string }).code, faultKind(error)],
  );
const silent = ["CONNECTION_SILENT", "infrastructure"];

const commitOf = async (sql: postgres.Sql) => {
  const [row] = await sql<{ commit: string }[]>`select current_setting('synchronous_commit') as commit`;
  return row?.commit;
};

/** The tests mostly wait: for time limits, and for connections that are silent. */
describe.concurrent("side by side", () => {
  test("ten connections that go silent are ended together after one deadline, and then the pool works", async (context) => {
    const { expect } = context;
    const proxy = await openOwnProxy(context);
    const sql = open(context, { url: proxy.url, max: 10, session: patient });
    const all = () => outcome(Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`)));
    await expect.poll(all, waits).toBe("done");
    proxy.silence();
    expect(await outcome(sql`select 1`)).toEqual(silent);
    const after: unknown[] = [];
    // A busy machine may not open ten connections in time.
    await expect.poll(async () => after[after.push(await all()) - 1], waits).toBe("done");
    expect(after).not.toContainEqual(silent);
  });

  test("a transaction whose connection goes silent fails, and its next statements reach no other session", async (context) => {
    const { expect } = context;
    const proxy = await openOwnProxy(context);
    const sql = open(context, { url: proxy.url });
    const work = sql.begin(async (tx) => {
      await tx`create temporary table kept (n int)`;
      proxy.silence();
      await tx`insert into kept values (1)`;
    });
    expect(await outcome(work)).toEqual(silent);
    expect(await outcome(sql`select 1`)).toBe("done");
  });

  test("Postgres ends a cursor whose connection went silent between two slices, and releases its locks", async (context) => {
    const { expect } = context;
    const proxy = await openOwnProxy(context);
    await database.sql`create table waited_for as select generate_series(1, 9) as n`;
    const slices: number[] = [];
    const reading = open(context, { url: proxy.url })`select n from waited_for`.cursor(2, (slice) => {
      slices.push(slice.length);
      proxy.silence();
    });
    expect(await outcome(reading)).toEqual(silent);
    expect(slices).toEqual([2]);
    const locks = () => database.sql`select from pg_locks where relation = 'waited_for'::regclass`;
    await expect.poll(async () => (await locks()).length, waits).toBe(0);
  });

  test("a leader of recovery whose connection goes silent does not lead, and leads again on a new connection", async (context) => {
    const { expect } = context;
    const proxy = await openOwnProxy(context);
    const leadership = openLeadership(proxy.url);
    context.onTestFinished(() => leadership.close());
    await expect.poll(() => leadership.isHeld(), waits).toBe(true);
    proxy.silence();
    expect(await leadership.isHeld()).toBe(false);
    await expect.poll(() => leadership.isHeld(), waits).toBe(true);
  });

  test("a server that accepts a connection and stays silent is given up", async (context) => {
    const { expect } = context;
    const taken = new Set<Socket>();
    const server = createServer((socket) => void taken.add(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(database.url);
    url.port = String((server.address() as AddressInfo).port);
    expect(await outcome(open(context, { url: url.href })`select 1`)).toEqual(["CONNECT_TIMEOUT", "infrastructure"]);
    for (const socket of taken) socket.destroy();
    server.close();
  });

  test("Postgres ends a statement at its time limit, and the connection stays open", async (context) => {
    const { expect } = context;
    const sql = open(context);
    const [before] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(await outcome(sql`select pg_sleep(30)`)).toEqual(["57014", "infrastructure"]);
    const [after] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(after).toEqual(before);
  });

  test("reading rows by a cursor, or copied data, may take longer than a statement", async (context) => {
    const { expect } = context;
    const sql = open(context);
    await sql`select set_config('statement_timeout', '0', false), set_config('transaction_timeout', '0', false)`;
    const [before] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let rows = 0;
    await sql`select generate_series(1, 4) as n`.cursor(2, async (some) => {
      rows += some.length;
      await delay(rows === 2 ? 3_600 : 0);
    });
    expect(rows).toBe(4);
    const readable = await sql`copy (select generate_series(1, 9)) to stdout`.readable();
    await delay(3_600);
    expect((await readable.toArray()).join("")).toContain("9");
    const [after] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(after).toEqual(before);
  });

  test("every session commits to disk, whatever the settings of server, database, role and URL", async (context) => {
    const { expect } = context;
    const name = new URL(database.url).pathname.slice(1);
    await database.sql.unsafe(`alter database "${name}" set synchronous_commit = off`);
    const bare = postgres(database.url, { max: 1, onnotice: () => undefined });
    expect(await commitOf(bare)).toBe("off");
    await bare.end();
    const urls = ["", "?synchronous_commit=off", "?options=-c%20synchronous_commit%3Doff", "?synchronous_commit=local"];
    for (const query of urls)
      expect([query, await commitOf(open(context, { url: database.url + query }))]).toEqual([query, "on"]);
    const stronger = open(context, { url: `${database.url}?synchronous_commit=remote_apply` });
    expect(await commitOf(stronger)).toBe("remote_apply");
  });

  test("the URL may name the session, but changes no time limit", async (context) => {
    const { expect } = context;
    const url = `${database.url}?application_name=mine&statement_timeout=0&lock_timeout=0&idle_in_transaction_session_timeout=0`;
    const mine = openDatabase({ url, name: "ours", poolMax: 1, viewPoolMax: 1 });
    context.onTestFinished(() => mine.close());
    const [row] = await mine.sql`
      select current_setting('application_name') as name, current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(row).toEqual({ name: "mine", statement: "10s", lock: "2s", idle: "2500ms" });
  });

  test("a host that does not answer is skipped for the next one of the URL, as without the watch", async (context) => {
    const { expect } = context;
    const { host, pathname, username, password } = new URL(database.url);
    const sql = open(context, { url: `postgres://${username}:${password}@127.0.0.1:1,${host}${pathname}` });
    await expect.poll(() => outcome(sql`select 1`), waits).toBe("done");
  });

  test("if no host of the URL answers, each is asked once, and the statement fails", async (context) => {
    const sql = open(context, { url: "postgres://u@127.0.0.1:1,127.0.0.1:2/rewards" });
    context.expect(await outcome(sql`select 1`)).toEqual(["ECONNREFUSED", "infrastructure"]);
  });

  test("a server that takes no writes any more loses all connections of the pool, not one at a time", async (context) => {
    const { expect } = context;
    const sql = open(context, { max: 2, session: patient });
    const pids = async () => {
      const rows = await Promise.all(
        [1, 2].map(() => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.2)`),
      );
      return rows.map(([row]) => row?.pid);
    };
    const before = await pids();
    await Promise.all(
      [1, 2].map(() => sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.2)`),
    );
    expect(await outcome(sql`create table unwritten ()`)).toEqual(["25006", "infrastructure"]);
    expect((await pids()).filter((pid) => before.includes(pid))).toEqual([]);
    expect(await outcome(sql`create table written ()`)).toBe("done");
  });

  test("a scan of whole tables may take as long as Postgres lets it run", async (context) => {
    const { expect } = context;
    const proxy = await openOwnProxy(context);
    const whole = openDatabase({ url: proxy.url, name: "scans", poolMax: 1, viewPoolMax: 1, statementMsMax: 1_000 });
    context.onTestFinished(() => whole.close());
    const long = (sql: postgres.Sql, seconds: number) =>
      sql.begin(async (tx) => {
        await allowLong(tx);
        await tx`select pg_sleep(${seconds})`;
      });
    // Given up after three seconds of the process's own time.
    expect(await outcome(long(whole.sql, 60))).toEqual(silent);
    expect(await outcome(long(whole.scans, 3.5))).toBe("done");
  });
});
