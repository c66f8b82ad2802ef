import type { Amount } from "../amount.ts";
import type { Book } from "../ledger/ledger.book.ts";
import { isCountedBy, type TierBooks, type TierMove, tierAt, tierPeriodOf } from "../tier/tier.sums.ts";
import type { SalePlan } from "./sale.plan.ts";

/**
 * The tier of the member when the sale is posted, for the period in which it was made, by the levels of its version. Null
 * if it has none.
 */
export function saleTier({ balance, earning, tiers, soldAtMs }: SalePlan, book: Book): string | null {
  const counted = tiers?.get(balance.currencyId);
  const state = book.stateOf(balance.memberId, balance.currencyId)?.tiers;
  if (!counted || !earning.tiers || !state || !isCountedBy(state, counted)) return null;
  return tierAt(earning.tiers.levels, state, tierPeriodOf(soldAtMs, counted));
}

/** What a part of an entry adds to the sums of tiers, by what they count; negative at a return. */
export interface TierValues {
  /** When the sale counts as made that gave it. */
  readonly soldAtMs: number;
  readonly base: Amount;
  readonly points: Amount;
  readonly spend: Amount;
}

/** How the parts of an entry move the tier sums of its balance; undefined if they do not. */
export function tierMoves(
  tiers: TierBooks | undefined,
  currencyId: string,
  parts: readonly TierValues[],
): TierMove[] | undefined {
  const book = tiers?.get(currencyId);
  if (!book) return undefined;
  const moves = parts.flatMap((part): TierMove[] => {
    const value = part[book.counts];
    return value === 0n ? [] : [{ period: tierPeriodOf(part.soldAtMs, book), value }];
  });
  return moves.length > 0 ? moves : undefined;
}
