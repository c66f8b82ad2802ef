import { type Amount, showAmount } from "../amount.ts";
import { pendingOf, spendableOf } from "../expiry/expiry.due.ts";
import { type Book, balanceName } from "../ledger/ledger.book.ts";
import type { BalanceKey } from "../ledger/ledger.entry.ts";
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

/** What a member can spend of a balance, and what not yet. */
interface Points {
  /** 0 or more. */
  readonly spendable: Amount;
  readonly held: Amount;
  readonly pending: Amount;
  /** When the last pending points can be spent, ms; undefined if none are. */
  readonly untilMs: number | undefined;
}

/** What a balance has to spend, if what has expired is in the book already. */
export function pointsAt(key: BalanceKey, { book, waiting, held: heldOf }: PointsDesk): Points {
  const { memberId, currencyId } = key;
  const [state, recent] = [book.stateOf(memberId, currencyId), waiting?.get(memberId)];
  const held = heldOf?.get(balanceName(key)) ?? 0n;
  const free = state && recent ? spendableOf(state, 0n, recent.points) : book.balanceOf(memberId, currencyId);
  const spendable = free > held ? free - held : 0n;
  return {
    ...{ spendable, held, pending: state && recent ? pendingOf(state, recent.points) : 0n },
    untilMs: recent?.untilMs,
  };
}

/** Why points can't be spent yet, to end a sentence; empty if none wait. */
export function waitingText({ held, pending, untilMs }: Points, { areAmountsShown = false } = {}): string {
  const points = (amount: Amount) => (areAmountsShown ? `${showAmount(amount)} points` : "points");
  const cause = held > 0n ? `; ${points(held)} are held by a return that waits for its sale` : "";
  if (untilMs === undefined || pending === 0n) return cause;
  return `${cause}; ${points(pending)} are pending until ${new Date(untilMs).toISOString()} at the latest`;
}

/**
 * Why the member cannot pay the cost; undefined if they can. What has expired is in the book already. Whoever may read
 * the redemption reads this, so it names no amount that the member has: those take the right to balances.
 */
export function refuseBalance(
  cost: Amount,
  { id, programme }: { readonly id: string; readonly programme: Programme },
  desk: PointsDesk,
): string | undefined {
  const currency = programme.currencies[0];
  const points = pointsAt({ memberId: id, currencyId: currency.id }, desk);
  if (cost === 0n || cost <= points.spendable) return undefined;
  return `the cost of ${showAmount(cost)} ${currency.name} is more than the member can spend${waitingText(points)}.`;
}
