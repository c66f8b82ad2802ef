import { formatId, parseId } from "../answer.ts";
import { type ExpiredAwards, expiryPosting } from "../expiry/expiry.due.ts";
import { transferAll } from "../member/member.transfer.ts";
import type { Book } from "./ledger.book.ts";
import type { Entry, Posting } from "./ledger.entry.ts";
import { ledgerEntry } from "./ledger.record.ts";
import { whyText } from "./ledger.why.ts";

/**
 * Gives points back to the awards that they came from: those consumed last. What has expired of them meanwhile expires at
 * once. That Expiry has the Cancellation as its source, because another Expiry may have the award, and names the award in
 * its why.
 * @param posting of type Cancellation.
 * @param mergedInto the member that has the points of a merged one: what did not expire is passed on.
 * @param expired what has expired of the balance, by the clock or at any time before; undefined if nothing has.
 */
export function postCancellation(
  book: Book,
  posting: Posting,
  mergedInto: string | null,
  expired: ExpiredAwards | undefined,
): void {
  const [given] = book.post([posting]);
  const state = book.stateOf(posting.memberId, posting.currencyId);
  const expiry = state && expiryPosting(state, expired);
  if (given && expired && expiry) {
    const award = formatId(ledgerEntry.idPrefix, expired.lastId);
    book.post([{ ...expiry, sourceId: given.id, why: whyText({ base: expiry.amount, award }) }]);
  }
  if (mergedInto === null) return;
  const { sourceClass, sourceId } = posting;
  transferAll(book, { from: posting, into: { ...posting, memberId: mergedInto }, sourceClass, sourceId });
}

/** Whether the balances can hold what Cancellations give back and pass on. */
export const fitsCancellations = (book: Book, postings: readonly Posting[], mergedInto: string | null): boolean =>
  book.fits([...postings, ...(mergedInto === null ? [] : postings.map((one) => ({ ...one, memberId: mergedInto })))]);

/** The entry of the award up to which an Expiry took what was left. */
export function lastExpired({ sourceId, why }: Pick<Entry, "sourceId" | "why">): string {
  const { award } = JSON.parse(why) as { readonly award?: string };
  return award === undefined ? sourceId : (parseId(award)?.uuid ?? sourceId);
}
