import { expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { showTier } from "./tier.progress.ts";
import type { TierState } from "./tier.sums.ts";

const book = {
  ...({ period: "quarter", counts: "base", timeZone: "Europe/Berlin" } as const),
  levels: [
    { name: "Silver", from: amountOf(50) },
    { name: "Gold", from: amountOf(200) },
  ],
};
const stateOf = (period: string, ...sums: readonly [number, number, number]): TierState => ({
  ...{ period, counts: "base", after: 0, tier: null },
  sums: [amountOf(sums[0]), amountOf(sums[1]), amountOf(sums[2])],
});
const now = Date.parse("2026-05-04T12:00:00Z");
const [thisEnd, nextEnd] = ["2026-06-30T22:00:00.000Z", "2026-09-30T22:00:00.000Z"];

test.each<[string, TierState | undefined, object]>([
  [
    "nothing counted yet",
    undefined,
    { Tier: null, Progress: 0, NextTier: "Silver", ToNext: 50, ValidUntilDateTime: null },
  ],
  [
    "the period reached it",
    stateOf("2026-Q2", 60.5, 0, 0),
    { Tier: "Silver", Progress: 60.5, NextTier: "Gold", ToNext: 139.5, ValidUntilDateTime: nextEnd },
  ],
  [
    "the period before reached it",
    stateOf("2026-Q2", 10, 60, 0),
    { Tier: "Silver", Progress: 10, NextTier: "Silver", ToNext: 40, ValidUntilDateTime: thisEnd },
  ],
  [
    "the period before reached more",
    stateOf("2026-Q2", 60, 200, 0),
    { Tier: "Gold", Progress: 60, NextTier: "Gold", ToNext: 140, ValidUntilDateTime: thisEnd },
  ],
  [
    "nothing counted since",
    stateOf("2026-Q1", 250, 0, 0),
    { Tier: "Gold", Progress: 0, NextTier: "Silver", ToNext: 50, ValidUntilDateTime: thisEnd },
  ],
  [
    "it ran out",
    stateOf("2025-Q4", 250, 0, 0),
    { Tier: null, Progress: 0, NextTier: "Silver", ToNext: 50, ValidUntilDateTime: null },
  ],
  [
    "the highest is reached",
    stateOf("2026-Q2", 200, 0, 0),
    { Tier: "Gold", Progress: 200, NextTier: null, ToNext: null, ValidUntilDateTime: nextEnd },
  ],
  [
    "more came back than was bought",
    stateOf("2026-Q2", -5, 0, 0),
    { Tier: null, Progress: -5, NextTier: "Silver", ToNext: 55, ValidUntilDateTime: null },
  ],
  [
    "the sums count something else",
    { ...stateOf("2026-Q2", 60, 0, 0), counts: "spend" },
    { Tier: null, Progress: 0, NextTier: "Silver", ToNext: 50, ValidUntilDateTime: null },
  ],
])("a tier where %s", (_, state, shown) => {
  expect(showTier(book, state, now)).toEqual({ Period: "2026-Q2", ...shown });
});
