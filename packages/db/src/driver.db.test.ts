import { expect, test } from "vitest";
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

test("a transaction whose session was ended reaches no other transaction, not with its rollback and not with a statement", async () => {
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

test("a session that ends inside a transaction fails that transaction alone: the process lives, and the pool goes on", async () => {
  const pool = database.openPool(1);
  for (let round = 0; round < 40; round += 1) {
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await endSession(pool, round % 2 === 1));
    expect(await pool.begin(async (tx) => [...(await tx`select ${round}::int as round`)])).toEqual([{ round }]);
  }
});
