import type { Amount } from "../amount.ts";
import { type Balance, cancellationType, type Entry, isAward } from "./ledger.entry.ts";

/** What returns took back from awards, and what has expired. All sums are 0 or more. */
export interface AwardLosses {
  /** What linked returns took of this award. */
  readonly returned: Amount;
  /** What they took of this award and all awards before it. */
  readonly returnedUpTo: Amount;
  /** The sum of the expired awards, less what linked returns took of them. */
  readonly expired: Amount;
}

const noLosses: AwardLosses = { returned: 0n, returnedUpTo: 0n, expired: 0n };

/**
 * What is left to spend of an award. A linked return takes from its own award. All other deductions, D in total, consume
 * the awards in posting order, and so do expired awards, A in total: an award has min(amount, max(0, awardedAfter −
 * max(D, A))) left, both without what returns took, and a deduction 0. So the available amounts sum to max(balance, 0)
 * without what has expired, a debt is paid off first, and no entry is ever updated. The data view computes the same in
 * SQL. A Cancellation lowers D: its points return to the awards that were consumed last.
 */
export function availableOf(
  entry: Pick<Entry, "type" | "amount" | "awardedAfter">,
  balance: Pick<Balance, "awarded" | "balance" | "returned">,
  { returned, returnedUpTo, expired }: AwardLosses = noLosses,
): Amount {
  if (!isAward(entry)) return 0n;
  const deducted = balance.awarded - balance.balance - balance.returned;
  const left = entry.awardedAfter - returnedUpTo - most(deducted, expired);
  return most(0n, least(entry.amount - returned, left));
}

/** What a deduction took back of sales that its lines name. All sums are 0 or more. */
export interface LinkedReturn {
  /** Of the award's sale. */
  readonly own: Amount;
  /** Of all sales. */
  readonly all: Amount;
  /** The deduction and all before it, of all sales. */
  readonly upTo: Amount;
}

const noReturn: LinkedReturn = { own: 0n, all: 0n, upTo: 0n };

/**
 * What a deduction took of an award; negative for what a Cancellation gave back to it. A linked return takes from its own award. Consider the total of all other deductions
 * as a line: each deduction covers the stretch from the total before it to the total after it, and each award the stretch
 * up to its `awardedAfter`, both without what returns took. Where the two overlap, the deduction consumed the award; a
 * deduction has no stretch as an award, nor an award as a deduction. A Cancellation covers the end of the line that it
 * takes away. So what all deductions took of an award plus what is left of it equals its amount.
 */
export function takenOf(
  award: Pick<Entry, "type" | "amount" | "awardedAfter">,
  deduction: Pick<Entry, "type" | "amount" | "awardedAfter" | "balanceAfter">,
  { returned, returnedUpTo }: Pick<AwardLosses, "returned" | "returnedUpTo"> = noLosses,
  linked: LinkedReturn = noReturn,
): Amount {
  if (!isAward(award)) return 0n;
  const deductedAfter = deduction.awardedAfter - deduction.balanceAfter - linked.upTo;
  const deductedBefore = deductedAfter + deduction.amount + linked.all;
  const awardedAfter = award.awardedAfter - returnedUpTo;
  const awardedBefore = awardedAfter - award.amount + returned;
  const overlap = (from: Amount, to: Amount) => most(0n, least(awardedAfter, to) - most(awardedBefore, from));
  if (deduction.type === cancellationType) return -overlap(deductedAfter, deductedBefore);
  return linked.own + overlap(deductedBefore, deductedAfter);
}

const least = (one: Amount, other: Amount) => (one < other ? one : other);
const most = (one: Amount, other: Amount) => (one < other ? other : one);
