import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { runs } from "../testing/rules.ts";
import type { TierPeriod } from "./tier.schema.ts";
import { addToSums, moveTiers, sumAt, type TierMove, type TierState, tierAt, tierPeriodOf } from "./tier.sums.ts";

const levels = [
  { name: "Silver", from: amountOf(500) },
  { name: "Gold", from: amountOf(2_000) },
];
const bookOf = (period: TierPeriod) => ({ period, counts: "base" as const, levels, timeZone: "Europe/Berlin" });
const periods = fc.constantFrom<TierPeriod[]>("year", "quarter", "month");
/** Days of five years, with the sum of a sale or, negative, of a return. */
const moved = fc.record({ day: fc.integer({ min: 0, max: 1_826 }), value: fc.bigInt({ min: -500n, max: 500n }) });
const entry = { sequence: 0, nowMs: Date.parse("2026-05-04") };
const dayMs = 86_400_000;
const begin = Date.parse("2022-01-01T00:00:00Z");

test("three sums are those of all periods, whatever the order of sales and returns", () => {
  fc.assert(
    fc.property(periods, fc.array(moved, { minLength: 1, maxLength: 12 }), (period, all) => {
      const book = bookOf(period);
      const moves = all.map(({ day, value }) => ({ value, period: tierPeriodOf(begin + day * dayMs, book) }));
      const { period: newest } = moves.reduce((last, one) => (one.period > last.period ? one : last));
      const sums = new Map<string, bigint>();
      for (const one of moves) sums.set(one.period, (sums.get(one.period) ?? 0n) + one.value);
      const state = moveTiers(undefined, book, moves, entry);
      expect(state.period).toBe(newest);
      const known = [...sums].filter(([of]) => sumAt(state, of) !== undefined);
      for (const [of, sum] of known) expect(sumAt(state, of)).toBe(sum);
      expect(known.reduce((sum, [, one]) => sum + one, 0n)).toBe(state.sums[0] + state.sums[1] + state.sums[2]);
      expect(moveTiers(undefined, book, moves.toReversed(), entry)).toEqual(state);
    }),
    { numRuns: runs },
  );
});

const known = { period: "2026-Q1", sums: [1n, 2n, 3n] } as const;
test.each<[string, TierMove["period"], object]>([
  ["the newest period", "2026-Q1", { period: "2026-Q1", sums: [6n, 2n, 3n] }],
  ["the one before, in another year", "2025-Q4", { period: "2026-Q1", sums: [1n, 7n, 3n] }],
  ["two before", "2025-Q3", { period: "2026-Q1", sums: [1n, 2n, 8n] }],
  ["three before", "2025-Q2", known],
  ["the next", "2026-Q2", { period: "2026-Q2", sums: [5n, 1n, 2n] }],
  ["two later", "2026-Q3", { period: "2026-Q3", sums: [5n, 0n, 1n] }],
  ["three later", "2026-Q4", { period: "2026-Q4", sums: [5n, 0n, 0n] }],
])("what counts in %s", (_, period, after) => {
  expect(addToSums(known, { period, value: 5n })).toEqual(after);
});

describe("a tier", () => {
  const state = { period: "2026", sums: [amountOf(499), amountOf(2_000), amountOf(500)] } as const;
  test.each([
    ["is kept to the end of the next period", "2026", "Gold"],
    ["falls when that is over", "2027", null],
    ["is that of the period before, for a late sale", "2025", "Gold"],
    ["goes by the oldest sum that is known", "2024", "Silver"],
    ["is none where no sum is known", "2023", null],
    ["is none later on", "2028", null],
  ])("%s", (_, period, tier) => {
    expect(tierAt(levels, state, period)).toBe(tier);
  });

  test("is reached at once, by the sum of its level", () => {
    const at = (sum: string) => tierAt(levels, { period: "2026", sums: [amountOf(sum), 0n, 0n] }, "2026");
    expect(["499.9999", "500", "1999.9999", "2000"].map(at)).toEqual([null, "Silver", "Silver", "Gold"]);
  });
});

test("sums that count something else start anew with the entry that counts now", () => {
  const move = [{ period: "2026", value: 5n }];
  const before: TierState = { ...known, counts: "base", after: 0, tier: null };
  const anew: TierState = { period: "2026", sums: [5n, 0n, 0n], counts: "base", after: 7, tier: null };
  expect(moveTiers(before, bookOf("year"), move, { ...entry, sequence: 7 })).toEqual(anew);
  expect(moveTiers({ ...anew, counts: "spend" }, bookOf("year"), move, { ...entry, sequence: 9 })).toEqual({
    ...anew,
    after: 9,
  });
  expect(moveTiers(anew, bookOf("year"), move, { ...entry, sequence: 9 })).toEqual({ ...anew, sums: [10n, 0n, 0n] });
});
