import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import postgres from "postgres";
import { expect, test } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { openTestDatabase } from "./testing/database.ts";

const database = await openTestDatabase(4);
const { sql } = database;

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("a transaction whose session ended sends neither its rollback nor a statement into another transaction", async () => {
  await sql`create table touched (by text)`;
  const pool = database.openPool(1);
  const [ended, late, lateDone, inSecond, finishSecond] = [gate(), gate(), gate(), gate(), gate()];
  let lateEnd: string | undefined;
  const first = pool.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${row?.pid as number})`;
    ended.open();
    await late.opened;
    lateEnd = await tx`insert into touched (by) values ('first')`.then(
      () => "written",
      (error: { code?: string }) => error.code,
    );
    lateDone.open();
  });
  const failed = first.catch((error: { code?: string }) => error.code);
  await ended.opened;
  // The same connection of the pool, on a new session.
  const second = pool.begin(async (tx) => {
    await tx`insert into touched (by) values ('second')`;
    inSecond.open();
    await finishSecond.opened;
    await tx`insert into touched (by) values ('second again')`;
    throw new Error("undo");
  });
  const undone = second.catch((error: Error) => error.message);
  expect(await failed).toBe("CONNECTION_CLOSED");
  await inSecond.opened;
  late.open();
  await lateDone.opened;
  expect(lateEnd).toBe("CONNECTION_CLOSED");
  finishSecond.open();
  expect(await undone).toBe("undo");
  expect([...(await sql`select by from touched`)]).toEqual([]);
});

/** Ends the session of a transaction: with a statement under way, or just before the next one is sent. */
async function endSession(pool: ReturnType<typeof database.openPool>, isBetween: boolean): Promise<unknown> {
  const opened = gate();
  let pid = 0;
  const ended = pool.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    pid = row?.pid as number;
    opened.open();
    if (isBetween) await new Promise((resolve) => setImmediate(resolve));
    await tx`select pg_sleep(60)`;
  });
  const failed = ended.catch((error: { code?: string }) => error.code);
  await opened.opened;
  await sql`select pg_terminate_backend(${pid})`;
  return failed;
}

test("a session that ends inside a transaction fails only that transaction: process and pool keep working", async () => {
  const pool = database.openPool(1);
  for (let round = 0; round < 40; round += 1) {
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await endSession(pool, round % 2 === 1));
    expect(await pool.begin(async (tx) => [...(await tx`select ${round}::int as round`)])).toEqual([{ round }]);
  }
});

/** A connection that sends nothing after the first message that contains `last`, like that of a frozen process. */
async function openStopping(url: string, last: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let isStopped = false;
  const write = socket.write.bind(socket);
  socket.write = ((chunk: Buffer) => {
    if (isStopped) return true;
    isStopped = chunk.includes(last);
    return write(chunk);
  }) as typeof socket.write;
  return socket;
}

test("a process that freezes during the first use of a statement is idle in its transaction, and Postgres ends it", async () => {
  const stopped = postgres(database.url, {
    max: 1,
    fetch_types: false,
    connection: { application_name: "half" },
    socket: () => openStopping(database.url, "as half"),
  } as postgres.Options<Record<string, never>>);
  const lost = stopped.begin((tx) => tx`select ${1}::int as half`).catch((error: { code?: string }) => error.code);
  const state = async () => {
    const rows = await sql`
      select state from pg_stat_activity where application_name = 'half' and datname = current_database() and query like '%as half%'`;
    return rows[0]?.["state"];
  };
  await expect.poll(state).toBe("idle in transaction");
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'half' and datname = current_database()`;
  expect(await lost).toMatch(/57P01|CONNECTION_CLOSED/);
  await stopped.end({ timeout: 0 });
});

test("a statement that Postgres or the driver refuses at its first use leaves the connection usable", async () => {
  const pool = database.openPool(1);
  for (let round = 0; round < 3; round += 1) {
    await expect(pool`select ${round}::int from no_table`).rejects.toMatchObject({ code: "42P01" });
    await expect(pool`select ${"one"}::int as n, ${round}::int as round`).rejects.toMatchObject({ code: "22P02" });
    await expect(pool`select ${"no date"}::date as day, ${round}::int as round`).rejects.toBeInstanceOf(RangeError);
    expect([...(await pool`select ${round}::int as round, ${"a"}::text as name`)]).toEqual([{ round, name: "a" }]);
  }
});

/** V8's garbage collector, which is exposed only after the flag is set. */
function openCollector(): (options?: { type: "minor" }) => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

/** The bytes that, after 50 runs, only a full collection frees. */
async function heldAfter(run: () => Promise<unknown>): Promise<number> {
  const collect = openCollector();
  collect();
  for (let count = 0; count < 50; count += 1) await run();
  collect({ type: "minor" });
  const heldBytes = process.memoryUsage().heapUsed;
  collect();
  return heldBytes - process.memoryUsage().heapUsed;
}

const manyRows = (client: postgres.Sql | postgres.TransactionSql) =>
  client`select md5(i::text) as a, md5((-i)::text) as b from generate_series(1, ${1_000}) i`;

// Without the patch it is 12 MB, and everything that a batch reads and writes is copied twice before it is freed.
test.each([
  ["a statement", () => manyRows(sql)],
  ["a transaction", () => sql.begin((tx) => manyRows(tx))],
])("%s that is done is freed by the collections of the young generation", async (_, run) => {
  expect(await heldAfter(run)).toBeLessThan(3_000_000);
});

test("a cancel that cannot connect fails silently, and the statement continues", async () => {
  const proxy = await openProxy(database.url);
  const pool = database.openPool(1, proxy.url);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await pool`select 1`;
    const query = pool`select pg_sleep(0.5)`;
    const outcome = query.then(() => "done");
    await expect
      .poll(
        async () =>
          (
            await sql`
              select from pg_stat_activity
              where datname = current_database() and query like '%pg_sleep(0.5)%' and pid <> pg_backend_pid()`
          ).length,
      )
      .toBe(1);
    proxy.refuse();
    query.cancel();
    expect(await outcome).toBe("done");
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
    proxy.shut();
  }
});
