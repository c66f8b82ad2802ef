import { formatAmount } from "@rewards/domain";
import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { adjustmentOf, post } from "../../../db/src/testing/ledger.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { readLiability } from "./ledger.liability.ts";

const { sql } = await openTestDatabase(4);
const { memberIds } = await openShop(sql, 6);
await sql`update programme set time_zone_text = 'Europe/Berlin'`;

/** A small generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

interface Change {
  readonly member: string;
  readonly points: number;
  readonly atMs: number;
}

const dayMs = 86_400_000;
const start = Date.parse("2026-01-30T12:00:00Z");
/** The day and the month of an instant in Berlin. */
const dayOf = (atMs: number) => new Date(atMs).toLocaleDateString("sv", { timeZone: "Europe/Berlin" });

/** What is left of the awards by month, by lots: a deduction consumes the oldest and then makes debt. */
function replay(changes: readonly Change[]) {
  const months = new Map<string, { awarded: number; left: number }>();
  let debt = 0;
  let debtors = 0;
  for (const member of memberIds) {
    const lots: { month: string; left: number }[] = [];
    let owed = 0;
    for (const { points, atMs } of changes.filter((one) => one.member === member)) {
      const month = dayOf(atMs).slice(0, 7);
      if (points > 0) {
        const paid = Math.min(owed, points);
        owed -= paid;
        lots.push({ month, left: points - paid });
        const sums = months.get(month) ?? { awarded: 0, left: 0 };
        months.set(month, { ...sums, awarded: sums.awarded + points });
      } else {
        let due = -points;
        for (const lot of lots) {
          const taken = Math.min(lot.left, due);
          lot.left -= taken;
          due -= taken;
        }
        owed += due;
      }
    }
    for (const { month, left } of lots) {
      const sums = months.get(month) as { awarded: number; left: number };
      months.set(month, { ...sums, left: sums.left + left });
    }
    debt += owed;
    debtors += owed > 0 ? 1 : 0;
  }
  return { months, debt, debtors };
}

const shown = (points: number) => formatAmount(BigInt(points) * 10_000n);

test("the liability at the end of any day is what a replay of all lots leaves of each month's awards", async () => {
  const random = randomOf(7);
  const changes: Change[] = times(120, (index) => ({
    member: memberIds[random(memberIds.length)] ?? "",
    points: (random(5) < 3 ? 1 : -1) * (1 + random(40)),
    // Also in the last hour of a day in Berlin.
    atMs: start + index * (dayMs - 1_800_000),
  }));
  for (const { member, points, atMs } of changes) await post(sql, [adjustmentOf(member, points)], atMs);
  for (const day of ["2026-01-29", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-17", "2026-12-31"]) {
    const { months, debt, debtors } = replay(changes.filter(({ atMs }) => dayOf(atMs) <= day));
    const left = [...months.values()].reduce((sum, month) => sum + month.left, 0);
    const [points] = await readLiability(sql, day);
    expect(points).toMatchObject({
      programme: "REWARDS",
      timeZone: "Europe/Berlin",
      months: [...months].toSorted().map(([month, sums]) => ({
        month,
        awarded: shown(sums.awarded),
        outstanding: shown(sums.left),
      })),
      debtors,
    });
    expect([Number(points?.outstanding), Number(points?.debt)]).toEqual([left, debt]);
  }
  const [now] = await readLiability(sql, "2026-12-31");
  const [sum] = await sql<{ balances: string }[]>`select sum(balance) as balances from balance`;
  expect(Number(now?.outstanding) - Number(now?.debt)).toBe(Number(sum?.balances));
  expect(Number(now?.debt)).toBeGreaterThan(0);
});
