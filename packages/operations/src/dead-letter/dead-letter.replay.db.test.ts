import { redemption, sale, segment } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { newId, newRedemption, newSegment, times } from "../../../../test/src/records.ts";
import { recordFailing, takeDueFailing } from "../../../db/src/pending/pending.failing.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { failure, placesOf, plantDeadLetters } from "../testing/dead-letters.ts";
import { replayDeadLetter, replayDeadLetters } from "./dead-letter.replay.ts";

const { sql, openPool } = await openTestDatabase();
const shop = await openShop(sql, 1);
const pending = { pending: 1, failing: 1, awaiting: 0, dead: 0, entries: 0 };

const plantSales = (count: number, reason = failure.reason) =>
  plantDeadLetters(
    sql,
    sale,
    times(count, () => shop.newSale(0)),
    reason,
  );
const replay = (id: string, isEnqueued = false) =>
  replayDeadLetter(sql, sale, id, { author: { actor: "ann" }, isEnqueued });
const trailOf = async (id: string) => [
  ...(await sql`select actor, operation, class, reason, detail from audit_entry where record_id = ${id} order by id`),
];

describe("a dead letter that is replayed", () => {
  test("is pending again at once, due for recovery's next look, and its audit row keeps the dead letter", async () => {
    const [id = ""] = await plantSales(1);
    await replay(id);
    expect(await placesOf(sql, [id])).toEqual(pending);
    expect(await trailOf(id)).toEqual([
      {
        actor: "ann",
        operation: "dead-letter.replay",
        class: "SaleCase",
        reason: failure.reason,
        detail: {
          error: failure.error,
          job: failure.job,
          trace: failure.trace,
          attempts: 1,
          first_at: expect.any(String),
          last_at: expect.any(String),
        },
      },
    ]);
    expect(await takeDueFailing(sql, sale.class, 10)).toEqual([id]);
  });

  test("is left alone by recovery for a while if the caller enqueues it", async () => {
    const [id = ""] = await plantSales(1);
    await replay(id, true);
    expect(await placesOf(sql, [id])).toEqual(pending);
    expect(await takeDueFailing(sql, sale.class, 10)).toEqual([]);
    await sql`delete from failing where id = ${id}`;
  });

  test("has all its attempts again, with a new first time", async () => {
    const [id = ""] = await plantSales(1);
    await sql`update dead_letter set first_at = '2020-01-01', attempts = 8 where id = ${id}`;
    await replay(id);
    await sql`update failing set first_at = '2021-01-01' where id = ${id}`;
    expect(await recordFailing(sql, sale.class, [id], failure, 2)).toEqual([]);
    const [row] = await sql`select attempts, first_at > '2022-01-01' as fresh from failing where id = ${id}`;
    expect(row).toEqual({ attempts: 1, fresh: true });
    expect(await recordFailing(sql, sale.class, [id], failure, 2)).toEqual([id]);
    expect(await sql`select attempts from dead_letter where id = ${id}`).toMatchObject([{ attempts: 2 }]);
  });

  test("is gone: a second replay is 409, as for a record that never was a dead letter, and nothing is written", async () => {
    const [id = ""] = await plantSales(1);
    const [never = ""] = await insertSales(sql, [shop.newSale(0)]);
    await replay(id);
    for (const one of [id, never])
      await expect(replay(one)).rejects.toMatchObject({ code: "Error_DeadLetter_Gone", status: 409 });
    expect(await trailOf(id)).toHaveLength(1);
    expect(await trailOf(never)).toEqual([]);
    expect(await placesOf(sql, [never])).toEqual({ ...pending, failing: 0 });
  });

  test("of an unknown ID is refused with 404", async () => {
    await expect(replay(newId())).rejects.toMatchObject({ code: "Error_Object_Unknown", status: 404 });
  });
});

describe("a replay of all dead letters of one reason", () => {
  const reason = "Error_Statement_Refused";
  const replayAll = (perSecond: number, rowsMax?: number, className?: string, client = sql) =>
    replayDeadLetters(client, { reason, class: className, perSecond }, { actor: "bob" }, rowsMax);
  /** The milliseconds from each record's time to the next one's, and the IDs in the order of their times. */
  async function paceOf(ids: readonly string[]) {
    const rows = await sql<{ id: string; gap: number | null }[]>`
      select id, (extract(epoch from next_at - lag(next_at) over (order by next_at)) * 1000)::float8 as gap
      from failing where id = any(${[...ids]}::uuid[]) and attempts = 0 order by next_at`;
    return { ids: rows.map((row) => row.id), gaps: rows.slice(1).map((row) => row.gap) };
  }
  const forget = (ids: readonly string[]) => sql`delete from failing where id = any(${[...ids]}::uuid[])`;

  test("spaces their times in the database by the pace, beginning now, and leaves other reasons alone", async () => {
    await sql`delete from failing where attempts = 0`;
    const other = await plantSales(2);
    const ids = await plantSales(25, reason);
    const [before] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
    expect(await replayAll(10)).toEqual({ replayed: 25, remaining: 0 });
    expect(await paceOf(ids)).toEqual({ ids, gaps: times(24, () => 100) });
    const [first] = await sql`
      select min(next_at) between ${before?.at as Date}::timestamptz and clock_timestamp() as now from failing where id = any(${ids}::uuid[])`;
    expect(first).toEqual({ now: true });
    expect(await placesOf(sql, ids)).toEqual({ ...pending, pending: 25, failing: 25 });
    expect(await placesOf(sql, other)).toMatchObject({ dead: 2, pending: 0 });
    await forget(ids);
  });

  test("takes a bounded number per call, returns how many remain, and the next call continues at the same pace", async () => {
    const ids = await plantSales(7, reason);
    expect(await replayAll(4, 3)).toEqual({ replayed: 3, remaining: 4 });
    expect(await replayAll(4, 3)).toEqual({ replayed: 3, remaining: 1 });
    expect(await replayAll(4, 3)).toEqual({ replayed: 1, remaining: 0 });
    expect(await replayAll(4, 3)).toEqual({ replayed: 0, remaining: 0 });
    expect(await paceOf(ids)).toEqual({ ids, gaps: times(6, () => 250) });
    await forget(ids);
  });

  test("by two operators at once replays each once, no faster than by one", async () => {
    const ids = await plantSales(40, reason);
    const outcomes = await Promise.all([openPool(1), openPool(1)].map((pool) => replayAll(20, 25, undefined, pool)));
    expect(outcomes.map(({ replayed }) => replayed).toSorted()).toEqual([15, 25]);
    expect(await paceOf(ids)).toEqual({ ids, gaps: times(39, () => 50) });
    await forget(ids);
  });

  test("covers all classes, or only the given one", async () => {
    const sales = await plantSales(2, reason);
    const segments = await plantDeadLetters(sql, segment, [newSegment(), newSegment()], reason);
    const redemptions = await plantDeadLetters(
      sql,
      redemption,
      times(2, () => newRedemption("nobody", [{ reward: "none" }])),
      reason,
    );
    expect(await replayAll(10, undefined, "SegmentCase")).toEqual({ replayed: 2, remaining: 0 });
    expect(await placesOf(sql, [...sales, ...redemptions])).toMatchObject({ dead: 4 });
    expect(await replayAll(10, 3)).toEqual({ replayed: 3, remaining: 1 });
    expect(await replayAll(10)).toEqual({ replayed: 1, remaining: 0 });
    const all = [...segments, ...sales, ...redemptions];
    expect(await paceOf(all)).toEqual({ ids: all, gaps: times(5, () => 100) });
    await forget(all);
  });

  test("writes an audit row for the call, and one for each record", async () => {
    const [id = ""] = await plantSales(1, reason);
    await sql`select 1`;
    await replayAll(5, undefined, "SaleCase");
    const [call] =
      await sql`select * from audit_entry where operation = 'dead-letter.replay-all' order by id desc limit 1`;
    expect(call).toMatchObject({
      actor: "bob",
      class: null,
      record_id: null,
      reason,
      detail: { class: "SaleCase", perSecond: 5, replayed: 1, remaining: 0 },
    });
    expect(await trailOf(id)).toMatchObject([{ actor: "bob", operation: "dead-letter.replay", reason }]);
    await forget([id]);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
