import { describe, expect, onTestFinished, test } from "vitest";
import { newId, times } from "../../../../test/src/records.ts";
import { openTestDatabase } from "../testing/database.ts";
import { recordFailing, takeDueFailing } from "./pending.failing.ts";
import { type Leadership, openLeadership, readOldestPending, readOverdue } from "./pending.recover.ts";

const { sql, url } = await openTestDatabase();
const before = "00000000-0000-0000-0000-000000000000";
let classes = 0;

/** Pending rows of a class of the test's own, of these ages in ms. */
async function addPending(...agesMs: number[]): Promise<{ name: string; ids: string[] }> {
  classes += 1;
  const name = `Case${classes}`;
  const ids = agesMs.map(() => newId());
  await sql`
    insert into pending (class, id, since)
    select ${name}, id, clock_timestamp() - age * interval '1 ms' from unnest(${ids}::uuid[], ${agesMs}::float8[]) as r(id, age)`;
  return { name, ids };
}

const failingOf = async (name: string) => [
  ...(await sql`
    select id, attempts, error, (extract(epoch from next_at - clock_timestamp()))::float8 as in_seconds from failing where class = ${name} order by id`),
];

describe("the oldest pending record", () => {
  test("is the first by ID of its class, with whether it is overdue by the database's clock", async () => {
    const { name, ids } = await addPending(60_000, 60_000, 0);
    const fresh = await addPending(0);
    expect(await readOldestPending(sql, name)).toEqual({ id: ids[0], isOverdue: true });
    expect(await readOldestPending(sql, fresh.name)).toEqual({ id: fresh.ids[0], isOverdue: false });
    expect(await readOldestPending(sql, "None")).toBeUndefined();
  });

  test("passes over the failing ones", async () => {
    const { name, ids } = await addPending(60_000, 60_000);
    await recordFailing(sql, name, [ids[0] as string], "poison");
    expect(await readOldestPending(sql, name)).toMatchObject({ id: ids[1] });
    await recordFailing(sql, name, [ids[1] as string], "poison");
    expect(await readOldestPending(sql, name)).toBeUndefined();
  });
});

test("overdue records are read in order after a cursor, failing and fresh ones left out", async () => {
  const { name, ids } = await addPending(...times(20, () => 60_000), 0, 0);
  await recordFailing(sql, name, [ids[3] as string], "poison");
  const overdue = ids.slice(0, 20).filter((_, index) => index !== 3);
  expect(await readOverdue(sql, name, before, 100)).toEqual(overdue);
  const first = await readOverdue(sql, name, before, 7);
  expect(first).toEqual(overdue.slice(0, 7));
  expect(await readOverdue(sql, name, first.at(-1) as string, 100)).toEqual(overdue.slice(7));
});

describe("failing records", () => {
  test("count their attempts, keep the last error, and come later each time, at most an hour later", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, ids, "first");
    expect(await failingOf(name)).toMatchObject([{ id: ids[0], attempts: 1, error: "first" }]);
    await recordFailing(sql, name, ids, "second");
    expect(await failingOf(name)).toMatchObject([{ attempts: 2, error: "second" }]);
    await sql`update failing set attempts = 10 where class = ${name}`;
    await recordFailing(sql, name, ids, "much later");
    expect((await failingOf(name))[0]?.["in_seconds"]).toBeGreaterThan(400);
    await sql`update failing set attempts = 40 where class = ${name}`;
    await recordFailing(sql, name, ids, "last");
    const [row] = await failingOf(name);
    expect(row?.["in_seconds"]).toBeGreaterThan(1_700);
    expect(row?.["in_seconds"]).toBeLessThanOrEqual(5_400);
  });

  test("are pending ones alone: a record that was settled meanwhile is not set aside", async () => {
    const { name, ids } = await addPending(60_000);
    await recordFailing(sql, name, [...ids, newId()], "x");
    expect(await failingOf(name)).toHaveLength(1);
  });

  test("that are due are given once, and again only where nobody settled them for a while", async () => {
    const { name, ids } = await addPending(60_000, 60_000, 60_000);
    await recordFailing(sql, name, ids, "x");
    expect(await takeDueFailing(sql, name, 10)).toEqual([]);
    await sql`update failing set next_at = clock_timestamp() - (case when id = ${ids[2] as string} then 2 else 1 end) * interval '1 second' where class = ${name}`;
    expect(await takeDueFailing(sql, name, 1)).toEqual([ids[2]]);
    expect(new Set(await takeDueFailing(sql, name, 10))).toEqual(new Set([ids[0], ids[1]]));
    expect(await takeDueFailing(sql, name, 10)).toEqual([]);
    expect((await failingOf(name))[0]?.["in_seconds"]).toBeGreaterThan(10);
  });

  test("taken by four at once are given to one of them each", async () => {
    const { name, ids } = await addPending(...times(100, () => 60_000));
    await recordFailing(sql, name, ids, "x");
    await sql`update failing set next_at = clock_timestamp() - interval '1 second' where class = ${name}`;
    const taken = (await Promise.all(times(4, () => takeDueFailing(sql, name, 100)))).flat();
    expect(new Set(taken)).toEqual(new Set(ids));
    expect(taken).toHaveLength(100);
  });
});

describe("leadership", () => {
  function open(): Leadership {
    const leadership = openLeadership(url);
    onTestFinished(() => leadership.close());
    return leadership;
  }
  /** Ends every session that leads. */
  const endLeader = () => sql`
    select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.granted
      and l.pid in (select pid from pg_stat_activity where application_name = 'rewards-recovery' and datname = current_database())`;

  test("is held by one of five, and by the same one at the next look", async () => {
    const candidates = times(5, open);
    const held = await Promise.all(candidates.map((one) => one.isHeld()));
    expect(held.filter(Boolean)).toHaveLength(1);
    for (let look = 0; look < 5; look += 1)
      expect(await Promise.all(candidates.map((one) => one.isHeld()))).toEqual(held);
  });

  test("passes on when the leader closes", async () => {
    const [leader, next] = [openLeadership(url), open()];
    expect([await leader.isHeld(), await next.isHeld()]).toEqual([true, false]);
    await leader.close();
    await expect.poll(() => next.isHeld()).toBe(true);
    expect(await leader.isHeld()).toBe(false);
  });

  test("passes on when the leader's session is ended, and the old leader knows that it leads no more", async () => {
    const [leader, next] = [open(), open()];
    expect([await leader.isHeld(), await next.isHeld()]).toEqual([true, false]);
    await endLeader();
    await expect.poll(() => next.isHeld()).toBe(true);
    for (let look = 0; look < 5; look += 1) expect([await leader.isHeld(), await next.isHeld()]).toEqual([false, true]);
    await endLeader();
    await expect.poll(() => leader.isHeld()).toBe(true);
  });

  test("of a database that is away is held by nobody and throws nothing", async () => {
    const away = openLeadership("postgres://postgres@127.0.0.1:1/none");
    onTestFinished(() => away.close());
    expect(await away.isHeld()).toBe(false);
  });
});
