import type { Amount } from "../amount.ts";
import type { Balance, Entry } from "./ledger.entry.ts";

/**
 * What is left to spend of an award. Let D = total awarded − balance, the total of all deductions. Awards are consumed
 * in posting order: an award has min(amount, max(0, awardedAfter − D)) left, a deduction 0. So the available amounts
 * sum to max(balance, 0), a debt is paid off first, and no entry is ever updated. The data view computes the same in
 * SQL.
 */
export function availableOf(
  entry: Pick<Entry, "amount" | "awardedAfter">,
  balance: Pick<Balance, "awarded" | "balance">,
): Amount {
  if (entry.amount <= 0n) return 0n;
  const left = entry.awardedAfter - (balance.awarded - balance.balance);
  return left <= 0n ? 0n : least(entry.amount, left);
}

/**
 * What a deduction took of an award. Consider the total of all deductions as a line: each deduction covers the stretch
 * from the total before it to the total after it, and each award the stretch up to its `awardedAfter`. Where the two
 * overlap, the deduction consumed the award. So what all deductions took of an award plus what is left of it equals its
 * amount.
 */
export function takenOf(
  award: Pick<Entry, "amount" | "awardedAfter">,
  deduction: Pick<Entry, "amount" | "awardedAfter" | "balanceAfter">,
): Amount {
  if (award.amount <= 0n || deduction.amount >= 0n) return 0n;
  const deductedAfter = deduction.awardedAfter - deduction.balanceAfter;
  const awardedBefore = award.awardedAfter - award.amount;
  const deductedBefore = deductedAfter + deduction.amount;
  const overlap = least(award.awardedAfter, deductedAfter) + least(-awardedBefore, -deductedBefore);
  return overlap > 0n ? overlap : 0n;
}

const least = (one: Amount, other: Amount) => (one < other ? one : other);
