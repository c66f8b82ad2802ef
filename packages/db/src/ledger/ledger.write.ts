import { type Book, formatAmount } from "@rewards/domain";
import type { Tx } from "../client.ts";

/**
 * The one writer of the ledger: the entries of a book and the balances after them, in two statements however many
 * there are. The unique source of an entry makes a posting happen once.
 */
export async function writeBook(tx: Tx, book: Book): Promise<void> {
  if (book.entries().length === 0) return;
  await Promise.all([writeEntries(tx, book), writeBalances(tx, book)]);
}

async function writeEntries(tx: Tx, book: Book): Promise<void> {
  const rows = book.entries().map((entry) => ({
    id: entry.id,
    member: entry.memberId,
    currency: entry.currencyId,
    sequence: entry.sequence,
    type: entry.type,
    currency_awarded: formatAmount(entry.amount),
    member_balance: formatAmount(entry.balanceAfter),
    awarded_after: formatAmount(entry.awardedAfter),
    source_class: entry.sourceClass,
    source_id: entry.sourceId,
    posted: new Date(entry.postedAtMs).toISOString(),
    hash: entry.hash,
  }));
  await tx`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash)
    select id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, posted, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, member uuid, currency uuid, sequence bigint, type text,
      currency_awarded numeric, member_balance numeric, awarded_after numeric, source_class text, source_id uuid, posted timestamptz, hash text)`;
}

async function writeBalances(tx: Tx, book: Book): Promise<void> {
  const balances = book.changedBalances();
  const rows = balances.map((balance) => ({
    id: balance.id,
    balance: formatAmount(balance.balance),
    awarded: formatAmount(balance.awarded),
    sequence: balance.sequence,
    last_at: new Date(balance.lastAtMs).toISOString(),
    last_hash: balance.lastHash,
  }));
  await tx`
    update balance b set balance = r.balance, awarded = r.awarded, sequence = r.sequence, last_at = r.last_at, last_hash = decode(r.last_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, balance numeric, awarded numeric, sequence bigint, last_at timestamptz, last_hash text)
    where b.id = any(${balances.map((balance) => balance.id)}::uuid[]) and b.id = r.id`;
}
