import type { Amount } from "../amount.ts";
import { formatId } from "../answer.ts";
import { groupBy } from "../group.ts";
import type { BalanceKey, Posting, ReturnShare } from "../ledger/ledger.entry.ts";
import { moveText, type WhyParts, whyText } from "../ledger/ledger.why.ts";
import type { SumMove, TallyMoves } from "../rule/rule.tally.ts";
import type { OriginalSale } from "../sale-return/sale-return.original.ts";
import { type MovedSum, sumText } from "../sale-return/sale-return.sum.ts";
import type { TakenLine } from "../sale-return/sale-return.take.ts";
import { sale as saleDefinition } from "./sale.class.ts";
import type { SalePlan } from "./sale.plan.ts";
import { type TierValues, tierMoves } from "./sale.tier.ts";

/** What the return lines of a sale take, all of one balance. */
export interface Back {
  readonly balance: BalanceKey;
  readonly taken: readonly TakenLine[];
  /** How it moves the running sums of rules. */
  readonly moves: readonly SumMove[];
  /** The lines that take at the programme's rate, and their amount. */
  readonly lines: readonly number[];
  readonly amount: Amount;
  /** What they do to the running sum; absent if they do not move it. */
  readonly sum?: MovedSum;
}

/** Whether tiers of a currency count what is spent: then entries say it. */
const isSpendCounted = ({ tiers }: SalePlan, { currencyId }: BalanceKey) => tiers?.get(currencyId)?.counts === "spend";

/** A sale has one entry of each type and currency. One of 0 points is posted only if it moved a sum. */
export function purchasePostings(plan: SalePlan, moves: TallyMoves, tier: string | null): Posting[] {
  const { balance, soldAtMs, namesTiers } = plan;
  const gain = plan.gainOf(tier);
  if (!gain) return [];
  const { base, lines, shares, sums, amount } = gain;
  const spend = isSpendCounted(plan, balance) ? amount : 0n;
  const given = new Map(sums.map(({ id, key, value }) => [id, moves.move(balance.memberId, key, value)]));
  const rules = shares.map((share) => ({ ...share, points: given.get(share.id) ?? share.points }));
  const moved = shares.length === 0 ? [] : moves.take().map(moveText);
  const why = { base, lines, rules, sums: moved, spend, ...(namesTiers && tier !== null && { tier }) };
  const points = base + sumOf(rules);
  const counted = tierMoves(plan.tiers, balance.currencyId, [{ soldAtMs, base, points, spend }]);
  return points === 0n && sums.length === 0 && !counted ? [] : [postingOf(plan, balance, "Sale", why, counted)];
}

/** An entry of 0 points is posted if it moved a sum: nothing else would say so. */
export function returnPostings(plan: SalePlan, { balance, taken, moves, lines, sum, amount }: Back): Posting[] {
  const isSpend = isSpendCounted(plan, balance);
  const spend = isSpend ? -amount : 0n;
  if (taken.length === 0 && !sum && spend === 0n) return [];
  const parts = [...groupBy(taken, ({ original }) => original)];
  const returns = parts.map(([original, own]) => shareOf(original, own, isSpend));
  const sums = [...(sum ? [sumText(sum)] : []), ...moves.map(moveText)];
  const base = sum?.points ?? 0n;
  const own = sum || spend !== 0n ? lines : [];
  const counted = tierMoves(plan.tiers, balance.currencyId, [
    { soldAtMs: plan.soldAtMs, base, points: base, spend },
    ...parts.map(([original, own]) => takenValues(original, own)),
  ]);
  const why = { base, lines: own, returns, sums, spend };
  const posting = postingOf(plan, balance, "Return", why, counted, versionOf(plan, balance, taken));
  return posting.amount === 0n && sums.length === 0 && !counted ? [] : [posting];
}

/** What linked lines take from the tier sums of their original's member. */
function takenValues({ soldAtMs, award }: OriginalSale, parts: readonly TakenLine[]): TierValues {
  const points = -sumOf(parts) - beyondOf(parts);
  return { soldAtMs, base: award?.matched ? byRule(parts).base : points, points, spend: -spendOf(parts) };
}

/** The version that a return's entry names, of the balance's programme: if that is another one, of its newest original. */
function versionOf(plan: SalePlan, { currencyId }: BalanceKey, taken: readonly TakenLine[]): number {
  if (currencyId === plan.balance.currencyId) return plan.earning.version;
  return Math.max(...taken.map(({ original }) => original.award?.earning.version ?? 1));
}

/** What linked lines take of an original. */
const shareOf = (original: OriginalSale, parts: readonly TakenLine[], isSpend: boolean): ReturnShare => ({
  sale: formatId(saleDefinition.idPrefix, original.id),
  lines: [...new Set(parts.map(({ line }) => line))],
  points: -sumOf(parts) - beyondOf(parts),
  beyond: -beyondOf(parts),
  ...(original.award?.matched && { byRule: byRule(parts) }),
  ...(isSpend && { spend: -spendOf(parts) }),
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

const spendOf = (parts: readonly TakenLine[]) => parts.reduce((sum, { spend = 0n }) => sum + spend, 0n);
const beyondOf = (parts: readonly TakenLine[]) => parts.reduce((sum, { beyond }) => sum + beyond, 0n);

function postingOf(
  { id, earning }: SalePlan,
  balance: BalanceKey,
  type: "Sale" | "Return",
  why: WhyParts,
  counted: Posting["counted"],
  rules = earning.version,
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
    ...(counted && { counted }),
  };
}

const sumOf = (gains: readonly { readonly points: bigint }[]) => gains.reduce((sum, { points }) => sum + points, 0n);
