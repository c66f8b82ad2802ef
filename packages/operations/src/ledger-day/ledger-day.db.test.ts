import { readFile } from "node:fs/promises";
import { type EntryType, programmeFile } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { holding, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { addCurrency, adjustmentOf, pointsId, post, postWithin } from "../../../db/src/testing/ledger.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { inspectBooks, verifyBooks } from "../books/books.verify.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { dayGraceMs, writeDays } from "./ledger-day.write.ts";

const dayMs = 86_400_000;
const timeOf = (text: string) => Date.parse(`${text}:00Z`);
/** The first time at which entries up to this one are counted. */
const after = (text: string) => timeOf(text) + dayGraceMs;

/** The programme of every database, in this time zone. */
async function moveTo(sql: Sql, timeZone: string): Promise<void> {
  const currencies = await sql<{ name: string }[]>`select name from currency order by position`;
  const programme = { businessId: "REWARDS", name: "Rewards", timeZone, currencies: [...currencies] };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "test" });
}

interface Total {
  readonly day: string;
  readonly type: EntryType;
  readonly count: string;
  readonly sum: string;
}

const totals = async (sql: Sql, currency = pointsId) => {
  const rows = await sql<Total[]>`
    select to_char(day, 'YYYY-MM-DD') as day, type, count, trim_scale(sum)::text as sum from ledger_day
    where currency = ${currency} order by day, type`;
  return rows.map(({ day, type, count, sum }) => [day, type, Number(count), sum]);
};

async function open() {
  const { sql } = await openTestDatabase(8);
  const { memberIds } = await openShop(sql, 3);
  return { sql, memberIds, first: memberIds[0] ?? "" };
}

describe("writeDays", () => {
  test.each([
    ["23", ["2026-03-28T23:00", "2026-03-29T22:00"], ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["25", ["2026-10-24T22:00", "2026-10-25T23:00"], ["2026-10-24", "2026-10-25", "2026-10-26"]],
  ])("adds each entry to the day of its programme's time zone, also to one of %s hours", async (_, midnights, days) => {
    const { sql, first } = await open();
    await moveTo(sql, "Europe/Berlin");
    for (const [index, at] of midnights.entries()) {
      await post(sql, [adjustmentOf(first, 10 ** index)], timeOf(at) - 1);
      await post(sql, [adjustmentOf(first, 5, { type: "Sale" }), adjustmentOf(first, -2)], timeOf(at));
    }
    await writeDays(sql, { clockMs: timeOf(midnights[1] ?? "") + dayMs });
    expect(await totals(sql)).toEqual([
      [days[0], "Adjustment", 1, "1"],
      [days[1], "Adjustment", 2, "8"],
      [days[1], "Sale", 1, "5"],
      [days[2], "Adjustment", 1, "-2"],
      [days[2], "Sale", 1, "5"],
    ]);
    expect(await inspectDays(sql)).toEqual([5, 0]);
  });

  test("counts a minute once its grace is over, and adds later ones to the same day", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 7)], timeOf("2026-05-04T12:29") + 10_000);
    await post(sql, [adjustmentOf(first, 20)], timeOf("2026-05-04T12:30"));
    expect(await writeDays(sql, { clockMs: after("2026-05-04T12:30") - 1 })).toBe(0);
    expect(await totals(sql)).toEqual([]);
    expect(await writeDays(sql, { clockMs: after("2026-05-04T12:30") })).toBe(1);
    expect(await totals(sql)).toEqual([["2026-05-04", "Adjustment", 1, "7"]]);
    expect(await writeDays(sql, { clockMs: after("2026-05-04T12:30") })).toBe(0);
    expect(await writeDays(sql, { clockMs: after("2026-05-04T12:31") })).toBe(1);
    expect(await totals(sql)).toEqual([["2026-05-04", "Adjustment", 2, "27"]]);
  });

  test("catches up after days without a run in bounded steps and runs, to the same totals", async () => {
    const { sql, memberIds } = await open();
    const hours = times(60, (hour) => timeOf("2026-05-01T00:00") + hour * 3_600_000 + 60_000);
    for (const at of hours)
      await post(
        sql,
        memberIds.map((id) => adjustmentOf(id, 1)),
        at,
      );
    const clockMs = after("2026-05-03T12:00");
    // Of one minute each, then of more at a time.
    for (let run = 0; run < 3; run += 1) expect(await writeDays(sql, { clockMs, runMsMax: 0 })).toBe(1);
    expect(await totals(sql)).toEqual([["2026-05-01", "Adjustment", 3, "3"]]);
    expect(await writeDays(sql, { clockMs })).toBeLessThan(117);
    expect(await writeDays(sql, { clockMs })).toBe(0);
    expect(await totals(sql)).toEqual([
      ["2026-05-01", "Adjustment", 72, "72"],
      ["2026-05-02", "Adjustment", 72, "72"],
      ["2026-05-03", "Adjustment", 36, "36"],
    ]);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("run four times at once counts nothing twice", async () => {
    const { sql, first } = await open();
    for (const day of ["01", "02"]) await post(sql, [adjustmentOf(first, 3)], timeOf(`2026-05-${day}T09:00`));
    const clockMs = after("2026-05-02T10:00");
    let writing: Promise<unknown> = Promise.resolve();
    // The lock keeps each of them from the marks until all are under way.
    await holding(
      sql,
      (tx) => tx`lock table ledger_day_mark`,
      async () => {
        writing = Promise.all(times(4, () => writeDays(sql, { clockMs })));
        await untilWaiting(sql, 4);
        return "commit";
      },
    );
    await writing;
    expect(await totals(sql)).toEqual([
      ["2026-05-01", "Adjustment", 1, "3"],
      ["2026-05-02", "Adjustment", 1, "3"],
    ]);
  });

  test("waits for a posting with a time in the slice that is not committed, however old it is", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 1)], timeOf("2026-05-05T09:00"));
    let writing: Promise<number> = Promise.resolve(0);
    await holding(
      sql,
      (tx) => postWithin(tx, [adjustmentOf(first, 4)], timeOf("2026-05-05T09:29")),
      async () => {
        writing = writeDays(sql, { clockMs: after("2026-05-05T12:00") });
        await expect
          .poll(() => sql`select from pg_locks where locktype = 'advisory' and granted and objid = ${lockId}`)
          .toHaveLength(1);
        return "commit";
      },
    );
    expect(await writing).toBeGreaterThan(0);
    expect(await totals(sql)).toEqual([["2026-05-05", "Adjustment", 2, "5"]]);
  });

  test("takes the time from Postgres: an entry posted now is not counted yet", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 1)]);
    expect(await writeDays(sql)).toBe(0);
    expect(await totals(sql)).toEqual([]);
  });

  test("of an empty ledger writes nothing", async () => {
    const { sql } = await open();
    expect(await writeDays(sql, { clockMs: Date.now() + dayMs })).toBe(0);
    expect(await sql`select from ledger_day_mark`).toHaveLength(0);
  });

  test("counts a currency that was added later from where the others are", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 1)], timeOf("2026-05-05T09:00"));
    await writeDays(sql, { clockMs: after("2026-05-06T09:00") });
    const added = await addCurrency(sql);
    await post(sql, [adjustmentOf(first, 9, { currencyId: added })], timeOf("2026-05-06T09:00"));
    expect(await writeDays(sql, { clockMs: after("2026-05-06T09:01") })).toBe(1);
    expect(await totals(sql, added)).toEqual([["2026-05-06", "Adjustment", 1, "9"]]);
    expect(await inspectDays(sql)).toEqual([2, 0]);
  });

  test("counts again what an operator deleted as docs/verify.md says", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 1)], timeOf("2026-05-05T09:00"));
    const clockMs = after("2026-05-06T09:00");
    await writeDays(sql, { clockMs });
    const counted = await totals(sql);
    await sql`update ledger_day set sum = sum + 1`;
    expect(await inspectDays(sql)).toEqual([1, 1]);
    const page = await readFile(new URL("../../../../docs/verify.md", import.meta.url), "utf8");
    const [, statements = ""] = /```sql\n(begin;[^`]+)```/.exec(page) ?? [];
    const session = await sql.reserve();
    await session.unsafe(statements).simple();
    session.release();
    expect(await totals(sql)).toEqual([]);
    await writeDays(sql, { clockMs });
    expect(await totals(sql)).toEqual(counted);
    expect(await inspectDays(sql)).toEqual([1, 0]);
  });

  test("counts again by the new time zone of a programme; until then the totals fit the old one", async () => {
    const { sql, first } = await open();
    await post(sql, [adjustmentOf(first, 1)], timeOf("2026-05-05T20:00"));
    const clockMs = after("2026-05-07T00:00");
    await writeDays(sql, { clockMs });
    await moveTo(sql, "Asia/Tokyo");
    expect(await inspectDays(sql)).toEqual([1, 0]);
    await writeDays(sql, { clockMs });
    expect(await totals(sql)).toEqual([["2026-05-06", "Adjustment", 1, "1"]]);
    expect(await inspectDays(sql)).toEqual([1, 0]);
  });
});

test("Postgres knows every time zone that a programme may have", async () => {
  const { sql } = await open();
  const zones = [...Intl.supportedValuesOf("timeZone"), "UTC"];
  const known = await sql`
    select now() at time zone zone from unnest(${zones}::text[]) as z(zone)`;
  expect(known).toHaveLength(zones.length);
});

/** The lower half of the lock's number, as `pg_locks` shows it. */
const lockId = 7_239_116_007 % 2 ** 32;

/** The rows that the check of days read, and how many are broken. */
async function inspectDays(sql: Sql): Promise<(number | undefined)[]> {
  const { passes } = await inspectBooks(sql);
  const result = passes.flatMap(({ results }) => results).find(({ check }) => check === "day.sum");
  return [result?.rows, result?.broken];
}
