import type { Amount } from "../amount.ts";
import { stateOf } from "../earning/earning.earn.ts";
import type { ProductFacts } from "../earning/earning.rule.ts";
import type { NamedEarning } from "../earning/earning.version.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import { adjustment } from "../ledger/ledger.record.ts";
import { whyText } from "../ledger/ledger.why.ts";
import { type OriginalSale, type Repricing, withRepricing } from "../sale-return/sale-return.original.ts";
import type { TakenBefore } from "../sale-return/sale-return.remain.ts";
import { remainingWorth } from "../sale-return/sale-return.worth.ts";
import type { TierBooks } from "../tier/tier.sums.ts";
import { tierMoves } from "./sale.tier.ts";

/** What a sale is worth before and after a repricing, in points. */
export interface RepricedWorth {
  /** What remains of the sale, by the lines that counted when it was posted. */
  readonly before: Amount;
  /** The same, with the lines that count in addition; never less. */
  readonly after: Amount;
  /** The amount of what remains of the lines that count in addition. */
  readonly spend: Amount;
  /** Positions of those lines, in order. */
  readonly lines: readonly number[];
}

/**
 * What a completed sale is worth if the lines of products that count now count in addition to those that counted when it
 * was posted. No line stops counting.
 * @param products of its lines, by the code that it has for them.
 * @param earning the rules of the sale's own entry or, if it has none, those of the time when it was settled.
 * @param taken what returns took so far, by place.
 */
export function repriceSale(
  original: OriginalSale,
  products: ReadonlyMap<string, ProductFacts>,
  earning: NamedEarning,
  taken?: ReadonlyMap<number, TakenBefore>,
): RepricedWorth {
  const counted = new Set(original.award?.lines);
  const counting = [...original.goods.products].filter(([code]) => stateOf(products.get(code), true) === "counts");
  const lines = counting
    .flatMap(([, product]) => product.lines)
    .filter((line) => !counted.has(line))
    .toSorted((one, other) => one - other);
  const repricing: Repricing = { postedAtMs: 0, lines, earning };
  const before = remainingWorth(original, taken);
  const after = remainingWorth(withRepricing(original, repricing), taken);
  return { before: before.points, after: after.points, spend: after.amount - before.amount, lines };
}

/**
 * It counts for tiers in the period of the sale, as the sale's own entry does.
 * @param id of the adjustment that names the sale. @param rules the version of the rules.
 */
export function repricePosting(
  { memberId, currencyId, soldAtMs }: OriginalSale,
  { before, after, spend: more, lines }: RepricedWorth,
  { id, rules, tiers }: { readonly id: string; readonly rules: number; readonly tiers?: TierBooks | undefined },
): Posting {
  const amount = after - before;
  const spend = tiers?.get(currencyId)?.counts === "spend" ? more : 0n;
  const counted = tierMoves(tiers, currencyId, [{ soldAtMs, base: amount, points: amount, spend }]);
  return {
    ...{ memberId, currencyId, type: "Adjustment", amount },
    ...{ sourceClass: adjustment.class, sourceId: id },
    ...{ rules, why: whyText({ base: amount, lines, spend }), ...(counted && { counted }) },
  };
}
