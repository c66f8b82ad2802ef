import { AppError } from "../error.ts";
import type { Book } from "../ledger/ledger.book.ts";
import type { BalanceKey, Posting } from "../ledger/ledger.entry.ts";
import { tierMovesOf } from "../tier/tier.sums.ts";

/** Where points of a transfer come from and go to, and the record that caused it. */
interface Transfer {
  readonly from: BalanceKey;
  readonly into: BalanceKey;
  readonly sourceClass: string;
  readonly sourceId: string;
}

/**
 * Moves all of a balance to that of another member, a debt too, by two entries.
 * @param counted how it moves the tier sums of the other balance.
 * @throws AppError 422 if the other balance cannot hold it.
 */
export function transferAll(
  book: Book,
  { from, into, sourceClass, sourceId }: Transfer,
  counted: Posting["counted"] = [],
): void {
  const amount = book.balanceOf(from.memberId, from.currencyId);
  if (amount === 0n && counted.length === 0) return;
  const source = { sourceClass, sourceId, currencyId: from.currencyId };
  const postings: readonly Posting[] = [
    { ...source, memberId: from.memberId, type: "TransferOut", amount: -amount },
    { ...source, memberId: into.memberId, type: "TransferIn", amount, ...(counted.length > 0 && { counted }) },
  ];
  if (!book.fits(postings)) throw new AppError("Error_Balance_OutOfRange");
  book.post(postings);
}

/** Posts a merge: all points and tier sums of the other member. Its own sums stay as they were. */
export function decideMerge(book: Book, transfer: Transfer): void {
  const { memberId, currencyId } = transfer.from;
  transferAll(book, transfer, tierMovesOf(book.stateOf(memberId, currencyId)?.tiers));
}
