import { type Balance, type Book, balanceName, openBook } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

/** Books of single calls, which share no balance: what a refused call posted is not written. */
interface Books {
  /** The book of a call, by the ID of its record; undefined if a balance of the call is not locked. */
  of(id: string): Book | undefined;
  /** Posts to the book that has the balance. */
  readonly all: Pick<Book, "post">;
  /** What `writeBook` writes of the books of these calls. */
  written(ids: readonly string[]): Pick<Book, "entries" | "changedBalances" | "tierChanges">;
}

/** @param balancesOf the locked balances of each call, by the ID of its record. */
export function openBooks(balancesOf: ReadonlyMap<string, readonly Balance[]>, clockMs: number): Books {
  const books = new Map<string, Book>();
  const byBalance = new Map<string, Book>();
  for (const [id, balances] of balancesOf) {
    const book = openBook({ balances, clockMs, newId: uuidv7 });
    books.set(id, book);
    for (const balance of balances) byBalance.set(balanceName(balance), book);
  }
  return {
    of: (id) => books.get(id),
    all: { post: (postings) => postings.flatMap((one) => byBalance.get(balanceName(one))?.post([one]) ?? []) },
    written(ids) {
      const own = ids.flatMap((id) => books.get(id) ?? []);
      return {
        entries: () => own.flatMap((book) => book.entries()),
        changedBalances: () => own.flatMap((book) => book.changedBalances()),
        tierChanges: () => own.flatMap((book) => book.tierChanges()),
      };
    },
  };
}
