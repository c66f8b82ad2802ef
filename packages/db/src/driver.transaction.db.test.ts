import type { Socket } from "node:net";
import postgres from "postgres";
import { expect, type TestContext, test } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { codeOf } from "./testing/code.ts";
import { openTestDatabase } from "./testing/database.ts";

const database = await openTestDatabase(2);
await database.sql`create table kept (n int)`;

/** The driver's types lack `max_pipeline`. */
type Options = postgres.Options<Record<string, never>> & { readonly max_pipeline?: number };

/** A pool of the bare driver. */
function openBare({ onTestFinished }: TestContext, options: Options = {}, url = database.url): postgres.Sql {
  const pool = postgres(url, { max: 1, onnotice: () => undefined, ...options });
  onTestFinished(() => pool.end({ timeout: 0 }));
  return pool;
}

const pidOf = async (sql: postgres.Sql | postgres.TransactionSql) => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid as number;
};

const terminate = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 30000)`;

/** Whether a statement of the pool survives that comes after `act`, inside a transaction that is rolled back. */
async function survives(pool: postgres.Sql, n: number, act: () => void): Promise<boolean> {
  let other: Promise<unknown> | undefined;
  const undone = pool.begin(async (tx) => {
    await tx`select 1`;
    act();
    other = pool`insert into kept values (${n})`.execute();
    await tx`select pg_sleep(0.05)`;
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  await other;
  return (await pool`select from kept where n = ${n}`).length === 1;
}

test("a socket that drains late gives nobody the session of an open transaction", async () => {
  const pool = database.openPool(1);
  await pool`select 1`;
  const [connection] = (pool as unknown as { connections: { socket(): Socket }[] }).connections;
  expect(await survives(pool, 1, () => connection?.socket().emit("drain"))).toBe(true);
});

test("a transaction begins on a connection whose pipeline is full", async (context) => {
  const pool = openBare(context, { max_pipeline: 1 });
  await pool`select 1`;
  const slow = pool`select pg_sleep(0.1)`.execute();
  expect([...(await pool.begin((tx) => tx`select 2 as n`))]).toEqual([{ n: 2 }]);
  await slow;
});

test("releasing a session that has ended takes no connection from the transaction that it serves by then", async () => {
  const pool = database.openPool(1);
  const session = await pool.reserve();
  await terminate(await pidOf(session));
  expect(await codeOf(session`select 1`)).toMatch(/57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/);
  expect(await survives(pool, 2, () => session.release())).toBe(true);
  expect(await codeOf(session`select 1`)).toBe("RESERVATION_ENDED");
});

test("a session that is released inside a transaction is ended: its work is undone, and others get a new one", async (context) => {
  const pool = openBare(context, { max: 2 });
  const session = await pool.reserve();
  await session`begin`;
  await session`insert into kept values (3)`;
  session.release();
  await pool`insert into kept values (4)`;
  expect([...(await database.sql`select n from kept where n in (3, 4)`)]).toEqual([{ n: 4 }]);
});

test("a reservation that fails leaves no connection behind", async (context) => {
  const proxy = await openProxy(database.url);
  context.onTestFinished(() => proxy.shut());
  const pool = openBare(context, { fetch_types: false }, proxy.url);
  proxy.refuse();
  expect(await codeOf(pool.reserve())).toBe("ECONNREFUSED");
  await proxy.mend();
  const session = await pool.reserve();
  session.release();
  expect(await codeOf(pool`select 1`)).toBe("done");
});

test("a reservation that waits while the connection ends gets the next session", async () => {
  const pool = database.openPool(1);
  const pid = await pidOf(pool);
  const slow = codeOf(pool`select pg_sleep(60)`);
  const active = () => database.sql`select from pg_stat_activity where pid = ${pid} and query like '%pg_sleep(60)%'`;
  await expect.poll(async () => (await active()).length, { timeout: 30_000 }).toBe(1);
  const reserving = pool.reserve();
  await terminate(pid);
  expect(await slow).toMatch(/57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/);
  const session = await reserving;
  expect(await codeOf(session`select 1`)).toBe("done");
  session.release();
});

test("a statement of a transaction that has ended is refused", async () => {
  const pool = database.openPool(1);
  let late: postgres.TransactionSql | undefined;
  const take = async (tx: postgres.TransactionSql) => {
    late = tx;
    await tx`select 1`;
  };
  const insert = () => codeOf((late as postgres.TransactionSql)`insert into kept values (5)`);
  await pool.begin(take);
  expect(await insert()).toBe("TRANSACTION_ENDED");
  // Also that of a savepoint which was left.
  await pool.begin(async (tx) => {
    await tx.savepoint(take);
    expect(await insert()).toBe("TRANSACTION_ENDED");
  });
  expect(await database.sql`select from kept where n = 5`).toHaveLength(0);
});

test("a statement that follows another one after the rollback was sent is refused", async () => {
  const pool = database.openPool(1);
  let late: string | undefined;
  const first = pool.begin((tx) => {
    const follow = async () => {
      await tx`select pg_sleep(0.05)`;
      late = await codeOf(tx`insert into kept values (6)`);
    };
    return Promise.all([follow(), Promise.reject(new Error("undo"))]);
  });
  await expect(first).rejects.toThrow("undo");
  await expect.poll(() => late, { timeout: 30_000 }).toBe("TRANSACTION_ENDED");
  expect(await pool`select from kept where n = 6`).toHaveLength(0);
});

test("a refused commit fails the transaction and frees its connection", async () => {
  const pool = database.openPool(1);
  await pool`create table deferred (n int unique deferrable initially deferred)`;
  const twice = pool.begin((tx) => tx`insert into deferred values (1), (1)`);
  expect(await codeOf(twice)).toBe("23505");
  expect(await codeOf(pool`select 1`)).toBe("done");
});

test("a commit that Postgres answers with a rollback fails the transaction", async () => {
  const pool = database.openPool(1);
  const failed = pool.begin(async (tx) => {
    await tx`insert into kept values (7)`;
    const reading = tx`select 1 / 0`.cursor(1)[Symbol.asyncIterator]();
    await reading.next().catch(() => undefined);
  });
  expect(await codeOf(failed)).toBe("TRANSACTION_FAILED");
  expect(await pool`select from kept where n = 7`).toHaveLength(0);
});

test("a transaction whose session forgot all prepared statements still commits", async (context) => {
  const pool = openBare(context);
  await pool.begin((tx) => tx`select 1`);
  await pool.begin(async (tx) => {
    await tx`insert into kept values (8)`;
    await tx`deallocate all`;
  });
  expect(await pool`select from kept where n = 8`).toHaveLength(1);
});
