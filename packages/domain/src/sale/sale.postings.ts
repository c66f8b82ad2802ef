import { formatId } from "../answer.ts";
import { groupBy } from "../group.ts";
import { moveText, type WhyParts, whyText } from "../ledger/ledger.book.ts";
import type { BalanceKey, Posting, ReturnShare } from "../ledger/ledger.entry.ts";
import type { SumMove, TallyMoves } from "../rule/rule.tally.ts";
import type { OriginalSale } from "../sale-return/sale-return.original.ts";
import { type MovedSum, sumText } from "../sale-return/sale-return.sum.ts";
import type { TakenLine } from "../sale-return/sale-return.take.ts";
import { sale as saleDefinition } from "./sale.class.ts";
import type { SalePlan } from "./sale.plan.ts";

/** What the return lines of a sale take, all of one balance. */
export interface Back {
  readonly balance: BalanceKey;
  readonly taken: readonly TakenLine[];
  /** How it moves the running sums of rules. */
  readonly moves: readonly SumMove[];
  /** The lines that take at the programme's rate, and what they do to the running sum; no sum if there are none. */
  readonly lines: readonly number[];
  readonly sum?: MovedSum;
}

/** A sale has one entry of each type and currency. One of 0 points is posted only if it moved a running sum. */
export function purchasePostings(plan: SalePlan, moves: TallyMoves): Posting[] {
  const { gain, balance } = plan;
  if (!gain) return [];
  const { base, lines, shares, sums } = gain;
  if (shares.length === 0) return [postingOf(plan, balance, "Sale", { base, lines })];
  const given = new Map(sums.map(({ id, key, value }) => [id, moves.move(balance.memberId, key, value)]));
  const rules = shares.map((share) => ({ ...share, points: given.get(share.id) ?? share.points }));
  const why = { base, lines, rules, sums: moves.take().map(moveText) };
  const posting = postingOf(plan, balance, "Sale", why);
  return posting.amount === 0n && sums.length === 0 ? [] : [posting];
}

/** An entry of 0 points is posted if it moved a running sum: nothing else would say so. */
export function returnPostings(plan: SalePlan, { balance, taken, moves, lines, sum }: Back): Posting[] {
  if (taken.length === 0 && !sum) return [];
  const returns = [...groupBy(taken, ({ original }) => original)].map(([original, parts]) => shareOf(original, parts));
  const sums = [...(sum ? [sumText(sum)] : []), ...moves.map(moveText)];
  const posting = postingOf(plan, balance, "Return", { base: sum?.points ?? 0n, lines, returns, sums });
  return posting.amount === 0n && sums.length === 0 ? [] : [posting];
}

/** What linked lines take of an original. */
const shareOf = (original: OriginalSale, parts: readonly TakenLine[]): ReturnShare => ({
  sale: formatId(saleDefinition.idPrefix, original.id),
  lines: [...new Set(parts.map(({ line }) => line))],
  points: -sumOf(parts) - beyondOf(parts),
  beyond: -beyondOf(parts),
  ...(original.award?.matched && { byRule: byRule(parts) }),
});

/** What of it the rate gave, and what each rule. */
function byRule(parts: readonly TakenLine[]): NonNullable<ReturnShare["byRule"]> {
  const rules = new Map<string, bigint>();
  for (const { loss } of parts)
    for (const [id, points] of loss?.rules ?? []) rules.set(id, (rules.get(id) ?? 0n) - points);
  return {
    base: -parts.reduce((sum, { loss }) => sum + (loss?.base ?? 0n), 0n),
    rules: [...rules].map(([id, points]) => ({ id, points })),
  };
}

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
    amount: why.base + sumOf(why.rules ?? []) + sumOf(why.returns ?? []),
    sourceClass: saleDefinition.class,
    sourceId: id,
    rules,
    why: whyText(why),
  };
}

const sumOf = (gains: readonly { readonly points: bigint }[]) => gains.reduce((sum, { points }) => sum + points, 0n);
