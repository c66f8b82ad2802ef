import {
  type BalanceKey,
  type Book,
  balanceName,
  formatAmount,
  type OriginalSale,
  openBook,
  operatorUser,
  type Posting,
  type RepricedWorth,
  repricePosting,
  repriceSale,
  sale,
  showAmount,
  type TierBooks,
  tierBooksOf,
  transferAll,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { type Author, writeAudits } from "../audit.write.ts";
import { loadProgrammes } from "../catalogue/catalogue.programmes.ts";
import type { Sql, Tx } from "../client.ts";
import { findExpired } from "../expiry/expiry.original.ts";
import { type LockedBalance, lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import type { RowLocks } from "../lock.ts";
import { readRepriced } from "../sale-return/sale-return.reprice.ts";
import { readReturnedLines } from "../sale-return/sale-return.write.ts";
import { loadPriced, type PricedSale, type RepriceRefusal } from "./sale.reprice.load.ts";

/** What became of a sale. `busy`: another session holds its member's balance. */
export type RepriceOutcome =
  | RepriceRefusal
  | "posted"
  | "unchanged"
  | "already repriced"
  | "expired"
  | "out of range"
  | "busy";

export interface RepricedSale {
  readonly externalId: string;
  /** UUIDs; null if the sale is unknown or was not looked into. */
  readonly saleId: string | null;
  readonly memberId: string | null;
  readonly outcome: RepriceOutcome;
  /** What remains of the sale is worth; null if it was not computed. */
  readonly worth: Pick<RepricedWorth, "before" | "after"> | null;
}

export interface RepriceOptions {
  readonly author: Author;
  /** Computes everything under the same locks, and rolls back. */
  readonly isDryRun: boolean;
  readonly locks: RowLocks;
  /** If given, completed sales without a line of the product that has this code now are left out. */
  readonly productCode?: string;
}

/**
 * Prices completed sales anew, in one transaction: lines whose products count now count in addition to those that counted.
 * The difference that this makes to what remains of a sale is posted as an adjustment that names the sale, once, with an
 * audit row. It locks the balances in the order of posting; with locks "skip", it never waits while it holds one.
 * @returns the sales in the order of the ExternalIDs, which must differ.
 */
export async function repriceSales(
  sql: Sql,
  externalIds: readonly string[],
  options: RepriceOptions,
): Promise<RepricedSale[]> {
  const { sales, ids } = await loadPriced(sql, externalIds);
  const asked = [...sales].filter(([, one]) => typeof one === "string" || hasProduct(one, options));
  const priced = asked.flatMap(([, one]) => (typeof one === "string" ? [] : [one]));
  const settled = priced.length > 0 ? await settlePriced(sql, priced, options) : new Map<string, Judged>();
  return asked.map(([externalId, known]) => {
    if (typeof known === "string")
      return { externalId, saleId: ids.get(externalId) ?? null, memberId: null, outcome: known, worth: null };
    const { id, memberId } = known.original;
    return { externalId, saleId: id, memberId, ...(settled.get(id) ?? { outcome: "busy", worth: null }) };
  });
}

const hasProduct = ({ products }: PricedSale, { productCode }: RepriceOptions) =>
  productCode === undefined || [...products.values()].some(({ code }) => code === productCode);

interface Judged {
  readonly outcome: RepriceOutcome;
  readonly worth: RepricedWorth | null;
}

class DryRun extends Error {
  readonly judged: ReadonlyMap<string, Judged>;
  constructor(judged: ReadonlyMap<string, Judged>) {
    super("rolled back");
    this.judged = judged;
  }
}

/** By UUID: the sales whose balance was locked. */
async function settlePriced(
  sql: Sql,
  priced: readonly PricedSale[],
  { author, isDryRun, locks }: RepriceOptions,
): Promise<ReadonlyMap<string, Judged>> {
  const tiers = tierBooksOf((await loadProgrammes(sql)).values());
  const run = sql.begin(async (tx) => {
    const originals = priced.map(({ original }) => original);
    const balances = await lockBalances(tx, originals.flatMap(balancesOf), locks);
    const facts = await readFacts(tx, originals, balances);
    const book = openBook({ balances, clockMs: facts.clockMs, newId: uuidv7, tiers });
    const judged = new Map<string, Judged>();
    const posted: Repriced[] = [];
    for (const one of priced) {
      if (!balancesOf(one.original).every((key) => facts.locked.has(balanceName(key)))) continue;
      const { posting, ...judgement } = judge(one, facts, { book, tiers });
      judged.set(one.original.id, judgement);
      if (posting) posted.push({ original: one.original, posting, worth: judgement.worth });
    }
    if (isDryRun) throw new DryRun(judged);
    if (posted.length > 0) await writeRepriced(tx, book, posted, author);
    return judged;
  });
  return run.catch((error: unknown) => {
    if (error instanceof DryRun) return error.judged;
    throw error;
  });
}

/** The balance of the sale's member and, if that was merged, of the one that has its points. */
const balancesOf = ({ memberId, currencyId, merged }: OriginalSale): BalanceKey[] => [
  { memberId, currencyId },
  ...(merged ? [{ memberId: merged.into, currencyId }] : []),
];

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Read under the locks, in statements after them. */
async function readFacts(tx: Tx, originals: readonly OriginalSale[], balances: readonly LockedBalance[]) {
  const [lines, repriced, clockMs] = await Promise.all([
    readReturnedLines(
      tx,
      originals.map(({ id }) => id),
    ),
    readRepriced(tx, originals),
    readClock(tx),
  ]);
  const expired = await findExpired(tx, originals, balances, clockMs);
  return { lines, repriced, expired, clockMs, locked: new Set(balances.map(balanceName)) };
}

function judge(
  { original, rules, products }: PricedSale,
  { lines, repriced, expired }: Facts,
  { book, tiers }: { readonly book: Book; readonly tiers: TierBooks | undefined },
): Judged & { readonly posting?: Posting } {
  if (repriced.has(original.id)) return { outcome: "already repriced", worth: null };
  if (expired.has(original.id)) return { outcome: "expired", worth: null };
  const worth = repriceSale(original, products, rules, lines.get(original.id));
  if (worth.after === worth.before) return { outcome: "unchanged", worth };
  const posting = repricePosting(original, worth, { id: uuidv7(), rules: rules.version, tiers });
  if (!book.fits([posting])) return { outcome: "out of range", worth };
  book.post([posting]);
  const [from, into] = balancesOf(original);
  const { sourceClass, sourceId, counted } = posting;
  if (from && into) transferAll(book, { from, into, sourceClass, sourceId }, counted);
  return { outcome: "posted", worth, posting };
}

interface Repriced {
  readonly original: OriginalSale;
  readonly posting: Posting;
  readonly worth: RepricedWorth | null;
}

async function writeRepriced(tx: Tx, book: Book, posted: readonly Repriced[], author: Author): Promise<void> {
  const rows = posted.map(
    ({ original, posting: { sourceId: id, memberId: member, currencyId: currency, amount } }) => ({
      ...{ id, member, currency, amount: formatAmount(amount), sale: original.id },
    }),
  );
  await tx`
    insert into adjustment (id, member, currency, amount, create_user_id, sale)
    select id, member, currency, amount, ${operatorUser}, sale
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, member uuid, currency uuid, amount numeric, sale uuid)`;
  await writeBook(tx, book);
  await writeAudits(
    tx,
    posted.map(({ original, posting, worth }) => ({
      author,
      operation: "sale.reprice" as const,
      record: { class: sale.class, id: original.id },
      detail: {
        ...{ adjustment: posting.sourceId, points: showAmount(posting.amount) },
        ...(worth && { before: showAmount(worth.before), after: showAmount(worth.after), lines: worth.lines }),
      },
    })),
  );
}
