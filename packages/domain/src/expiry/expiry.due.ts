import type { Amount } from "../amount.ts";
import type { Balance, Posting } from "../ledger/ledger.entry.ts";
import { ledgerEntry } from "../ledger/ledger.record.ts";

type Totals = Pick<Balance, "awarded" | "balance" | "returned">;

/** The awards of a balance that have expired, spent or not. */
export interface ExpiredAwards {
  /** The last of them; the source of an Expiry entry. */
  readonly lastId: string;
  /** Their sum, less what returns took back from their sales. */
  readonly points: Amount;
}

/** What deductions took, without returns that named their sale: those took their points from the award of that sale. */
const deducted = ({ awarded, balance, returned }: Totals): Amount => awarded - balance - returned;

/**
 * The points that have expired and are still in the balance. Deductions consume the oldest awards first; the expired
 * awards that they do not cover are overdue. 0 after an Expiry entry took them.
 * @param expired the sum of the expired awards, less what returns took back from their sales.
 */
export function overdueOf(balance: Totals, expired: Amount): Amount {
  return positive(expired - deducted(balance));
}

/** The entry that takes what has expired; undefined if nothing is overdue. */
export function expiryPosting(balance: Balance, expired: ExpiredAwards | undefined): Posting | undefined {
  const overdue = expired ? overdueOf(balance, expired.points) : 0n;
  if (!expired || overdue === 0n) return undefined;
  const { memberId, currencyId } = balance;
  return {
    ...{ memberId, currencyId, type: "Expiry", amount: -overdue },
    ...{ sourceClass: ledgerEntry.class, sourceId: expired.lastId },
  };
}

/**
 * The points that a redemption may take: without overdue and pending points.
 * @param expired as for `overdueOf`.
 * @param recent awards of sales inside the return window, less what returns took back from these sales.
 */
export function spendableOf(balance: Totals, expired: Amount, recent: Amount): Amount {
  const kept = balance.awarded - balance.returned;
  return positive(kept - recent - larger(deducted(balance), expired));
}

/** The points of the balance that wait for the end of the return window. A debt is paid off by pending points too. */
export function pendingOf(balance: Totals, recent: Amount): Amount {
  const kept = balance.awarded - balance.returned;
  return positive(kept - larger(kept - recent, deducted(balance)));
}

const larger = (one: Amount, other: Amount) => (one > other ? one : other);
const positive = (amount: Amount) => larger(amount, 0n);
