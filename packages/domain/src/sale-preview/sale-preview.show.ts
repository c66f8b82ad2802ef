import { amountFractionDigits, numberOf } from "../amount.ts";
import type { EarningLine } from "../earning/earning.rule.ts";
import type { Entry } from "../ledger/ledger.entry.ts";
import type { Why } from "../ledger/ledger.why.ts";
import type { RuleSet } from "../rule/rule.compile.ts";
import { limitOfSum, ownerOfSum } from "../rule/rule.sum.ts";
import { lineTexts } from "../sale/sale.explain.ts";
import { returnsSumKey } from "../sale-return/sale-return.sum.ts";
import type { ShownPreview } from "./sale-preview.view.ts";

/**
 * Shows what a sale would post.
 * @param entries of the sale; none if it would be rejected, or gives nothing.
 * @param outcome the note of its outcome, and the tier that the member had.
 */
export function showPreview(
  lines: readonly EarningLine[],
  entries: readonly Pick<Entry, "amount" | "why">[],
  rules: RuleSet | undefined,
  { note, tier }: { readonly note: string; readonly tier: string | null },
): ShownPreview {
  const whys = entries.map(({ why }) => JSON.parse(why) as Why);
  return {
    Points: numberOf(entries.reduce((sum, { amount }) => sum + amount, 0n)),
    Base: whys.reduce((sum, { base }) => add(sum, base), 0),
    Rules: whys.flatMap((why) =>
      why.rules.map(({ id, lines: counted = why.lines, points }) => ({
        ID: id,
        Name: rules?.byId.get(id)?.name ?? null,
        Lines: counted.map((position) => position + 1),
        Points: points,
      })),
    ),
    Lines: lines.map(({ state }, position) => ({
      Line: position + 1,
      Counts: state === "counts",
      Why: lineTexts[state],
    })),
    Tier: tier,
    Sums: whys.flatMap(({ sums = [] }) => sums.filter(({ key }) => key !== returnsSumKey).map(showSum)),
    Note: note,
  };
}

const showSum = ({ key, before, value }: NonNullable<Why["sums"]>[number]): ShownPreview["Sums"][number] => ({
  RuleID: ownerOfSum(key),
  Before: before,
  After: add(before, value),
  Of: numberOf(limitOfSum(key)),
});

/** Sums of rules may be larger than an amount. */
const add = (one: number, other: number) => Number((one + other).toFixed(amountFractionDigits));
