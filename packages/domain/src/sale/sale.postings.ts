import { formatId } from "../answer.ts";
import { groupBy } from "../group.ts";
import { balanceName, type WhyParts, whyText } from "../ledger/ledger.book.ts";
import type { BalanceKey, Posting, ReturnShare } from "../ledger/ledger.entry.ts";
import type { OriginalSale } from "../sale-return/sale-return.original.ts";
import { type MovedSum, sumText } from "../sale-return/sale-return.sum.ts";
import type { TakenLine } from "../sale-return/sale-return.take.ts";
import { sale as saleDefinition } from "./sale.class.ts";
import type { SalePlan } from "./sale.plan.ts";

/** What the return lines of a sale take, all of one balance. */
export interface Back {
  readonly balance: BalanceKey;
  readonly taken: readonly TakenLine[];
  /** The lines that take at the programme's rate, and what they do to the running sum; no sum if there are none. */
  readonly lines: readonly number[];
  readonly sum?: MovedSum;
}

/** A sale has one entry of each type and currency. None of a purchase is of 0 points. */
export function purchasePostings(plan: SalePlan): Posting[] {
  return [...groupBy(plan.gains, ({ balance }) => balanceName(balance)).values()].flatMap((gains) => {
    const base = sumOf(gains);
    const lines = gains.flatMap((gain) => gain.lines);
    return base === 0n ? [] : [postingOf(plan, gains[0].balance, "Sale", { base, lines })];
  });
}

/** An entry of 0 points is posted if it moved the running sum: nothing else would say so. */
export function returnPostings(plan: SalePlan, { balance, taken, lines, sum }: Back): Posting[] {
  if (taken.length === 0 && !sum) return [];
  const returns = [...groupBy(taken, ({ original }) => original)].map(([original, parts]) => shareOf(original, parts));
  const parts = { base: sum?.points ?? 0n, lines, returns, ...(sum && { sums: [sumText(sum)] }) };
  const posting = postingOf(plan, balance, "Return", parts);
  return posting.amount === 0n && !sum ? [] : [posting];
}

/** What linked lines take of an original. */
const shareOf = (original: OriginalSale, parts: readonly TakenLine[]): ReturnShare => ({
  sale: formatId(saleDefinition.idPrefix, original.id),
  lines: [...new Set(parts.map(({ line }) => line))],
  points: -sumOf(parts) - beyondOf(parts),
  beyond: -beyondOf(parts),
});

const beyondOf = (parts: readonly TakenLine[]) => parts.reduce((sum, { beyond }) => sum + beyond, 0n);

function postingOf(
  { id, earning: { version: rules } }: SalePlan,
  balance: BalanceKey,
  type: "Sale" | "Return",
  why: WhyParts,
): Posting {
  return {
    memberId: balance.memberId,
    currencyId: balance.currencyId,
    type,
    amount: why.base + sumOf(why.returns ?? []),
    sourceClass: saleDefinition.class,
    sourceId: id,
    rules,
    why: whyText(why),
  };
}

const sumOf = (gains: readonly { readonly points: bigint }[]) => gains.reduce((sum, { points }) => sum + points, 0n);
