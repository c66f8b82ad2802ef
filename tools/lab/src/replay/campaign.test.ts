import { expect, test } from "vitest";
import type { Campaign } from "./campaign.ts";
import { type SoldLine, sell } from "./sell.ts";
import type { Level } from "./tier.ts";
import { openWorld } from "./world.ts";

const one = 10_000;
const terms = {
  rules: { rate: one, rounding: "toward-zero", fractionDigits: 0 },
  ...({ windowDays: 0, expiry: [null], tiers: "base" } as const),
} as const;
type Given = readonly [quantity: number, code: string, amount: number];
interface Rung {
  readonly lines: readonly Given[];
  readonly of?: string;
  readonly date?: string;
  readonly segments?: readonly string[];
  readonly levels?: readonly Level[];
}

/** The points of each receipt, one member's, by the entries that it makes. */
function ring(campaigns: readonly Campaign[], ...receipts: readonly Rung[]): string[] {
  const world = openWorld("UTC", terms);
  return receipts.map(({ lines, of, date = "2026-05-09", segments = [], levels = [] }, index) => {
    const sold = lines.map(
      ([quantity, code, amount]): SoldLine => ({
        ...{ code, counts: true, quantity: quantity * one, amount: amount * one },
        ...(of !== undefined && { original: of }),
      }),
    );
    const season = { campaigns, segments, date, levels };
    const { entries } = sell(world, index, { id: `S${index}`, member: "M", lines: sold, season });
    return entries.map(({ type, points }) => `${type} ${points / one}`).join();
  });
}
const rung = (quantity: number, code: string, amount: number, more: Omit<Rung, "lines"> = {}): Rung => ({
  ...{ lines: [[quantity, code, amount]], ...more },
});

test("a capped day ends with what the kept goods are worth, and the next day begins anew", () => {
  const weekend: Campaign = { id: "WEEKEND", gives: { rate: "1" }, cap: { points: "50", per: "day" } };
  const [first, second] = [rung(1, "CUP", 40), rung(1, "CUP", 30)];
  expect(ring([weekend], first, second, rung(-1, "CUP", -40, { of: "S0" }))).toEqual([
    "Sale 80",
    "Sale 40",
    "Return -60",
  ]);
  expect(ring([weekend], first, { ...second, date: "2026-05-10" })).toEqual(["Sale 80", "Sale 60"]);
});

test("a return takes what other sales have of a cap, and stamps that gave nothing make an entry of 0", () => {
  const card: Campaign = { id: "CARD", gives: { bonus: "100" }, every: { quantity: "10", per: "campaign" } };
  const returned = rung(-2, "COFFEE", -4, { of: "S0" });
  expect(ring([card], rung(7, "COFFEE", 14), rung(4, "COFFEE", 8), returned)).toEqual([
    "Sale 14",
    "Sale 108",
    "Return -104",
  ]);
  expect(ring([card], rung(1, "COFFEE", 0.5), rung(-1, "COFFEE", -0.5, { of: "S0" }))).toEqual(["Sale 0", "Return 0"]);
  expect(ring([card], rung(1, "COFFEE", 0))).toEqual([""]);
});

test("a campaign counts its products, and the members of its segment", () => {
  const north: Campaign = { id: "NORTH", where: { product: ["COFFEE"] }, gives: { perQuantity: "3" } };
  const regulars: Campaign = { id: "REGULARS5", where: { segment: ["Regulars"] }, gives: { bonus: "5" } };
  const both: Rung = {
    lines: [
      [2, "COFFEE", 4],
      [1, "TEA", 2],
    ],
  };
  const back = rung(-1, "COFFEE", -2, { of: "S0" });
  expect(ring([north, regulars], both, back)).toEqual(["Sale 12", "Return -5"]);
  expect(ring([north, regulars], { ...both, segments: ["Regulars"] })).toEqual(["Sale 17"]);
});

test("a tier is reached by what was bought in the month or in the one before, and lost by a return", () => {
  const levels = [{ name: "Silver", from: "500" }];
  const double: Campaign = { id: "SILVER2", where: { tier: ["Silver"] }, gives: { multiplier: "2" } };
  const [high, low] = [rung(1, "CUP", 500, { levels }), rung(1, "CUP", 10, { levels })];
  expect(ring([double], high, low)).toEqual(["Sale 500", "Sale 20"]);
  const [last, over] = ["2026-06-30", "2026-07-01"].map((date) => ({ ...low, date }));
  expect(ring([double], high, last as Rung, over as Rung)).toEqual(["Sale 500", "Sale 20", "Sale 10"]);
  const returned = rung(-1, "CUP", -500, { of: "S0", levels, date: "2026-06-01" });
  expect(ring([double], high, returned, low)).toEqual(["Sale 500", "Return -500", "Sale 10"]);
  const halves = [rung(1, "CUP", 250, { levels }), rung(1, "CUP", 249, { levels, date: "2026-06-01" })] as const;
  expect(ring([double], ...halves, low)).toEqual(["Sale 250", "Sale 249", "Sale 10"]);
});
