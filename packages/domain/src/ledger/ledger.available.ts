import type { Amount } from "../amount.ts";
import type { Balance, Entry } from "./ledger.entry.ts";

/**
 * What is left to spend of an award. With D = total awarded − balance, all that was ever deducted, the awards
 * are consumed in the order of posting: an award has min(amount, max(0, awardedAfter − D)) left, a deduction 0.
 * So what is available sums to max(balance, 0), a debt is paid off first, and no entry is touched again.
 * The data view computes the same in SQL.
 */
export function availableOf(
  entry: Pick<Entry, "amount" | "awardedAfter">,
  balance: Pick<Balance, "awarded" | "balance">,
): Amount {
  if (entry.amount <= 0n) return 0n;
  const left = entry.awardedAfter - (balance.awarded - balance.balance);
  if (left <= 0n) return 0n;
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no BigInt.
  return entry.amount < left ? entry.amount : left;
}
