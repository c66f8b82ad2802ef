import { describe, expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { rulesSchema } from "../rule/rule.list.ts";
import { item, of, plainEarning, Till } from "../testing/till.ts";
import { parseTiers, type TierCount } from "../tier/tier.schema.ts";

const levels = [
  { name: "Silver", from: "50" },
  { name: 'Gold "1"', from: "200" },
];
const double = { id: "DOUBLE", where: { tier: ["Silver", 'Gold "1"'] }, gives: { multiplier: "2" } };
const capped = { id: "CAP", where: { tier: ["Silver"] }, gives: { bonus: "5" }, cap: { points: "8", per: "campaign" } };

function openTill(counts: TierCount = "base", rules: readonly object[] = [double], rate = "1") {
  const tiers = parseTiers(JSON.stringify({ period: "year", counts, levels }));
  const earning = { ...plainEarning, rate: amountOf(rate) };
  return new Till(["A", "B"], earning, rulesSchema.parse(rules), tiers);
}
const sumsOf = (till: Till) => till.tiersOf()?.sums.map((sum) => Number(sum) / 10_000);
const in2026 = { soldAtMs: Date.parse("2026-05-04") };
const in2027 = { soldAtMs: Date.parse("2027-05-04") };

describe("a rule for tiers", () => {
  test("counts from the sale after the one that reaches the tier, and what it gives is not counted", () => {
    const till = openTill();
    expect(till.ring("1", [item("A", 1, 50)]).earned).toBe(amountOf(50));
    expect(till.ring("2", [item("A", 1, 20)]).earned).toBe(amountOf(40));
    expect(sumsOf(till)).toEqual([70, 0, 0]);
    expect(till.whys()).toEqual([
      { base: 50, lines: [0], rules: [] },
      { base: 20, lines: [0], rules: [{ id: "DOUBLE", points: 20 }], tier: "Silver" },
    ]);
  });

  test("stands in the reasons of a return, whatever the tier is by then", () => {
    const till = openTill();
    till.ring("1", [item("A", 1, 50)]);
    till.ring("2", [item("A", 1, 20)]);
    till.ring("3", [of("1", item("A", -1, -50))]);
    expect(sumsOf(till)).toEqual([20, 0, 0]);
    expect(till.ring("4", [item("A", 1, 10)]).earned).toBe(amountOf(10));
    expect(till.ring("5", [of("2", item("A", -1, -20))]).taken).toBe(amountOf(40));
    expect(sumsOf(till)).toEqual([10, 0, 0]);
  });

  test("of a late sale goes by the period of the sale", () => {
    const till = openTill();
    till.ring("1", [item("A", 1, 50)], "m", in2026);
    till.ring("2", [item("A", 1, 1)], "m", { soldAtMs: Date.parse("2028-01-01") });
    expect(till.ring("3", [item("A", 1, 10)], "m", in2027).earned).toBe(amountOf(20));
    expect(sumsOf(till)).toEqual([1, 10, 50]);
    expect(till.ring("4", [item("A", 1, 10)], "m", { soldAtMs: Date.parse("2025-05-04") }).earned).toBe(amountOf(10));
    expect(sumsOf(till)).toEqual([1, 10, 50]);
  });

  test("and with a cap moves its sum only for members of the tier", () => {
    const till = openTill("base", [capped]);
    expect(till.ring("1", [item("A", 1, 50)]).earned).toBe(amountOf(50));
    expect(till.ring("2", [item("A", 1, 1)]).earned).toBe(amountOf(6));
    expect(till.ring("3", [item("A", 1, 1)]).earned).toBe(amountOf(4));
    expect(till.ring("4", [of("2", item("A", -1, -1))]).taken).toBe(amountOf(4));
  });
});

describe("what counts", () => {
  test("is the base, all points, or the amount of the lines that count", () => {
    const sold = (counts: TierCount) => {
      const till = openTill(counts, [{ id: "MORE", gives: { bonus: "5" } }], "2");
      till.ring("1", [item("A", 1, 10.3), item("UNKNOWN", 1, 7)]);
      return sumsOf(till)?.[0];
    };
    expect([sold("base"), sold("points"), sold("spend")]).toEqual([20, 25, 10.3]);
  });

  test("of a linked return is taken from the period of its sale, all of it if all comes back", () => {
    for (const counts of ["base", "points", "spend"] as const) {
      const till = openTill(counts, [{ id: "MORE", gives: { bonus: "5" } }]);
      till.ring("1", [item("A", 3, 10), item("B", 1, 5.5)], "m", in2026);
      till.ring("2", [item("A", 1, 8)], "m", in2027);
      const [own, before] = sumsOf(till) ?? [];
      till.ring("3", [of("1", item("A", -1, -3.33))], "other", in2027);
      till.ring("4", [of("1", item("A", 0, -1)), of("1", item("B", 0, -0.5))], "m", in2027);
      expect(sumsOf(till)?.[0]).toBe(own);
      expect(sumsOf(till)?.[1]).toBeLessThan(before ?? 0);
      till.ring("5", [of("1", item("A", -2, -6)), of("1", item("B", -1, -5))], "m", in2027);
      expect(sumsOf(till)).toEqual([own, 0, 0]);
    }
  });

  test("of a return without a sale is taken from the period of the return", () => {
    for (const counts of ["base", "points", "spend"] as const) {
      const till = openTill(counts, []);
      till.ring("1", [item("A", 1, 20)], "m", in2026);
      till.ring("2", [item("A", -1, -7)], "m", in2027);
      expect(sumsOf(till)).toEqual([-7, 20, 0]);
    }
  });
});

describe("an entry of 0 points", () => {
  test("is posted if only what was spent moves a sum, and its return takes that again", () => {
    const till = openTill("spend", []);
    till.ring("1", [item("A", 1, 0.6)]);
    expect(sumsOf(till)).toEqual([0.6, 0, 0]);
    till.ring("2", [of("1", item("A", -1, -0.6))]);
    expect(sumsOf(till)).toEqual([0, 0, 0]);
    expect(till.whys()).toEqual([
      { base: 0, lines: [0], rules: [], spend: 0.6 },
      { base: 0, lines: [], rules: [], returns: [{ sale: expect.any(String), lines: [0], points: 0, spend: -0.6 }] },
    ]);
  });

  test("is posted for a return without a sale at a rate of 0", () => {
    const till = openTill("spend", [], "0");
    till.ring("1", [item("A", 1, 10)]);
    till.ring("2", [item("A", -1, -4)]);
    expect(sumsOf(till)).toEqual([6, 0, 0]);
    expect(till.whys()[1]).toEqual({ base: 0, lines: [0], rules: [], spend: -4 });
  });

  test("is not posted where tiers count points", () => {
    const till = openTill("points", []);
    till.ring("1", [item("A", 1, 0.6)]);
    expect([till.whys(), sumsOf(till)]).toEqual([[], undefined]);
  });
});

test("a rule for tiers of a programme without tiers holds for nobody", () => {
  const till = new Till(["A"], plainEarning, rulesSchema.parse([double]));
  expect(till.ring("1", [item("A", 1, 500)]).earned).toBe(amountOf(500));
  expect(till.whys()).toEqual([{ base: 500, lines: [0], rules: [] }]);
});
