import { z } from "zod";
import { type Amount, amountOf, parseAmount } from "../amount.ts";
import { positiveSchema, shortTextSchema } from "../rule/rule.schema.ts";

/** Calendar periods of the programme's time zone. */
const tierPeriods = ["year", "quarter", "month"] as const;
export type TierPeriod = (typeof tierPeriods)[number];

/** Base points, all points of sales, or the amount of the lines that count. */
export const tierCounts = ["base", "points", "spend"] as const;
export type TierCount = (typeof tierCounts)[number];

const levelsMax = 10;
const levelsForm = `1 to ${levelsMax} levels`;
const level = z.strictObject({ name: shortTextSchema, from: positiveSchema });
type Level = z.output<typeof level>;

function refuseLevels(levels: readonly Level[], context: z.RefinementCtx): void {
  const refuse = (index: number, key: keyof Level, message: string) =>
    context.addIssue({ code: "custom", path: [index, key], message });
  for (const [index, { name, from }] of levels.entries()) {
    const before = levels[index - 1];
    if (levels.findIndex((one) => one.name === name) < index) refuse(index, "name", "used before");
    if (before && (parseAmount(from) ?? 0n) <= (parseAmount(before.from) ?? 0n))
      refuse(index, "from", "more than the level before");
  }
}

/** The tiers of a programme file. */
export const tiersSchema = z.strictObject({
  period: z.enum(tierPeriods, tierPeriods.join(", ")),
  counts: z.enum(tierCounts, tierCounts.join(", ")),
  levels: z.array(level, levelsForm).min(1, levelsForm).max(levelsMax, levelsForm).superRefine(refuseLevels),
});
type Tiers = z.output<typeof tiersSchema>;

/** A level of a programme's tiers. */
export interface TierLevel {
  readonly name: string;
  /** The sum of a period that reaches it. */
  readonly from: Amount;
}

/** How members of a programme reach tiers. */
export interface TierRules {
  readonly period: TierPeriod;
  readonly counts: TierCount;
  /** At least one, ascending. */
  readonly levels: readonly TierLevel[];
}

/** The tiers as JSON: the same tiers always give the same text. */
export const canonicalTiers = (tiers: Tiers): string =>
  JSON.stringify(tiers, ["period", "counts", "levels", "name", "from"]);

/** Reads what `canonicalTiers` wrote. */
export function parseTiers(text: string): TierRules {
  const { levels, ...tiers } = JSON.parse(text) as Tiers;
  return { ...tiers, levels: levels.map(({ name, from }) => ({ name, from: amountOf(from) })) };
}
