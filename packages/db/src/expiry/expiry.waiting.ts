import { type BalanceKey, type Book, balanceName, dayMs, type PointsDesk, type Programme } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { LockedBalance } from "../ledger/ledger.lock.ts";
import { expireFirst, readRecent } from "./expiry.first.ts";

/** A member who spends points of the first currency of their programme. */
export interface Spender {
  readonly id: string;
  readonly programme: Pick<Programme, "currencies" | "returnWindowDays">;
}

export const spentBalance = ({ id, programme }: Spender): BalanceKey => ({
  memberId: id,
  currencyId: programme.currencies[0].id,
});

/**
 * Takes expired points off the balances, and reads what is pending. Sends nothing for programmes without an expiry and
 * without a return window.
 */
export async function preparePoints(
  tx: Tx,
  book: Pick<Book, "post">,
  members: readonly Spender[],
  balances: readonly LockedBalance[],
  clockMs: number,
): Promise<PointsDesk["waiting"]> {
  const locked = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const expiring = members.flatMap((member) => {
    const [balance, rules] = [locked.get(balanceName(spentBalance(member))), member.programme.currencies[0].expiry];
    return balance && rules ? [{ balance, rules }] : [];
  });
  if (expiring.length > 0) await expireFirst(tx, book, expiring, clockMs);
  const windowed = members.filter(({ programme }) => programme.returnWindowDays > 0);
  if (windowed.length === 0) return undefined;
  const windowMs = ({ programme }: Spender) => programme.returnWindowDays * dayMs;
  const recent = await readRecent(
    tx,
    windowed.map((member) => ({ ...spentBalance(member), sinceMs: clockMs - windowMs(member) })),
  );
  return new Map(
    windowed.flatMap((member) => {
      const awards = recent.get(balanceName(spentBalance(member)));
      return awards ? [[member.id, { points: awards.points, untilMs: awards.lastAtMs + windowMs(member) }]] : [];
    }),
  );
}
