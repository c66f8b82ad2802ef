import { type Amount, showAmount } from "../amount.ts";
import { pendingOf, spendableOf } from "../expiry/expiry.due.ts";
import { type Book, balanceName } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme.ts";

/** Awards of sales inside the return window. */
interface WaitingPoints {
  /** Their sum, less what returns took back from these sales. */
  readonly points: Amount;
  /** When the window of the last of them ends, ms. */
  readonly untilMs: number;
}

/** The points that members have, and those that they cannot spend now. */
export interface PointsDesk {
  readonly book: Book;
  /** Points that wait for the end of the return window, by the UUID of the member; undefined or absent if none do. */
  readonly waiting?: ReadonlyMap<string, WaitingPoints> | undefined;
  /** Points that returns hold, by `balanceName`; undefined or absent if none do. */
  readonly held?: ReadonlyMap<string, Amount> | undefined;
}

/**
 * Why the member cannot pay the cost; undefined if they can. What has expired is in the book already. Whoever may read
 * the redemption reads this, so it names no amount that the member has: those take the right to balances.
 */
export function refuseBalance(
  cost: Amount,
  { id, programme }: { readonly id: string; readonly programme: Programme },
  { book, waiting, held }: PointsDesk,
): string | undefined {
  const currency = programme.currencies[0];
  const [state, recent] = [book.stateOf(id, currency.id), waiting?.get(id)];
  const spendable = state && recent ? spendableOf(state, 0n, recent.points) : book.balanceOf(id, currency.id);
  const points = held?.get(balanceName({ memberId: id, currencyId: currency.id })) ?? 0n;
  if (cost === 0n || cost <= spendable - points) return undefined;
  const cause = points > 0n ? "; points are held by a return that waits for its sale" : "";
  const text = `the cost of ${showAmount(cost)} ${currency.name} is more than the member can spend${cause}`;
  const pending = state && recent ? pendingOf(state, recent.points) : 0n;
  if (!recent || pending === 0n) return `${text}.`;
  const until = new Date(recent.untilMs).toISOString();
  return `${text}; points are pending until ${until} at the latest.`;
}
