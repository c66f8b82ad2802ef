import { shownStatus, type Tx } from "@rewards/db";
import {
  type Amount,
  amountOf,
  availableOf,
  type Earning,
  type EntryType,
  formatAmount,
  formatId,
  idPrefixOf,
  isAward,
  type Rounding,
  redemptionItem,
  sale as saleDefinition,
  takenOf,
  type Why,
} from "@rewards/domain";

/** The maximum number of entries after an award that are searched for what spent it: a member may have millions. */
export const spendingRowsMax = 1_000;

/**
 * An entry that spent points of an award, or gave them back: a redemption with its vouchers, a return, a deduction, an
 * expiry, a cancellation.
 */
export interface Spending {
  readonly at: string;
  readonly type: string;
  readonly sourceID: string;
  /** Points of this award, an exact decimal; negative if it gave them back. */
  readonly points: string;
  readonly vouchers: readonly { readonly reward: string; readonly code: string; readonly status: string }[];
}

/** A ledger entry of the sale. Amounts are exact decimals. */
export interface InspectedEntry {
  readonly ID: string;
  readonly at: string;
  readonly type: string;
  readonly currency: string;
  readonly sequence: number;
  readonly amount: string;
  readonly balanceAfter: string;
  /** Why it has its amount. */
  readonly why: Why;
  /** The rules that gave it; null if no rule did. */
  readonly rules: (Earning & { readonly version: number }) | null;
  /** The amount of it that can still be spent now. */
  readonly available: string;
  readonly spentBy: readonly Spending[];
  /** Whether the search stopped at `spendingRowsMax` entries. */
  readonly isCutOff: boolean;
}

interface EntryRow {
  readonly id: string;
  readonly member: string;
  readonly currency: string;
  readonly sequence: string;
  readonly type: EntryType;
  readonly amount: string;
  readonly balance_after: string;
  readonly awarded_after: string;
  readonly source_class: string;
  readonly source_id: string;
  readonly at: Date;
  readonly why: string;
}

interface SourceRow extends EntryRow {
  readonly currency_name: string;
  readonly balance: string;
  readonly awarded: string;
  readonly returned_in_all: string;
  /** As in the view `balance_standing`. */
  readonly consumed: string;
  /** What linked returns took of this award, and of all awards up to it. */
  readonly returned: string;
  readonly returned_up_to: string;
  /** What returns before this entry took, of any award. */
  readonly returned_before: string;
  readonly version: number | null;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
}

/** The entries of a sale, and that of its repricing. */
export async function readEntriesOfSale(tx: Tx, saleId: string): Promise<InspectedEntry[]> {
  const [repricing] = await tx<{ id: string }[]>`select id from adjustment where sale = ${saleId}`;
  const own = await readEntriesOf(tx, saleId);
  return repricing ? [...own, ...(await readEntriesOf(tx, repricing.id))] : own;
}

/** The entries of a record, each with the later entries that spent its points. */
export async function readEntriesOf(tx: Tx, sourceId: string): Promise<InspectedEntry[]> {
  const rows = await tx<SourceRow[]>`
    select e.id, e.member, e.currency, e.sequence, e.type, e.currency_awarded as amount, e.member_balance as balance_after,
      e.awarded_after, e.source_class, e.source_id, e.create_date_time as at, c.name as currency_name, b.balance, b.awarded,
      b.returned as returned_in_all, s.consumed, coalesce(r.own, 0)::numeric(30,4) as returned, coalesce(r.up_to, 0)::numeric(30,4) as returned_up_to,
      case when b.returned = 0 then 0 else coalesce((
        select sum(t.points) from sale_return t
        join ledger_entry x on x.source_id = t.return_id and x.type = 'Return' and x.currency = t.currency and x.member = t.member
        where t.member = e.member and t.currency = e.currency and x.sequence < e.sequence), 0) end::numeric(30,4) as returned_before,
      e.why, v.version, v.rate, v.rounding, v.fraction_digits
    from ledger_entry e join currency c on c.id = e.currency
      join balance b on b.member = e.member and b.currency = e.currency
      join balance_standing s on s.member = e.member and s.currency = e.currency
      cross join lateral (
        select sum(points) as up_to, sum(points) filter (where sequence = e.sequence) as own from returned_award
        where member = e.member and currency = e.currency and sequence <= e.sequence
      ) r
      left join earning_version v on v.program = c.program and v.version = e.rules
    where e.source_id = ${sourceId} order by e.currency, e.sequence`;
  return Promise.all(rows.map((row) => inspectEntry(tx, row)));
}

async function inspectEntry(tx: Tx, row: SourceRow): Promise<InspectedEntry> {
  const award = unitsOfEntry(row);
  const balance = {
    balance: unitsOf(row.balance),
    awarded: unitsOf(row.awarded),
    returned: unitsOf(row.returned_in_all),
  };
  const losses = {
    returned: unitsOf(row.returned),
    returnedUpTo: unitsOf(row.returned_up_to),
    expired: unitsOf(row.consumed),
  };
  const after = isAward(award) ? await readAfter(tx, row) : [];
  let upTo = unitsOf(row.returned_before);
  const spent = after.flatMap((entry) => {
    const shares = sharesOf(entry, row.source_id);
    upTo += shares.all;
    const points = takenOf(award, unitsOfEntry(entry), losses, { ...shares, upTo });
    return points === 0n ? [] : [{ entry, points }];
  });
  const vouchers = await readVouchers(
    tx,
    spent.map(({ entry }) => entry.source_id),
  );
  return {
    ID: formatId(idPrefixOf("LedgerEntryCase") as string, row.id),
    at: row.at.toISOString(),
    type: row.type,
    currency: row.currency_name,
    sequence: Number(row.sequence),
    amount: row.amount,
    balanceAfter: row.balance_after,
    why: JSON.parse(row.why) as Why,
    rules: rulesOf(row),
    available: formatAmount(availableOf(award, balance, losses)),
    spentBy: spent.map(({ entry, points }) => ({
      at: entry.at.toISOString(),
      type: entry.type,
      sourceID: formatId(idPrefixOf(entry.source_class) ?? entry.source_class, entry.source_id),
      points: formatAmount(points),
      vouchers: vouchers
        .filter(({ redemption }) => redemption === entry.source_id)
        .map(({ redemption: _, ...one }) => one),
    })),
    isCutOff: after.length === spendingRowsMax,
  };
}

/** What the lines of a return took back of the sale's own award, and of those of all sales that they name. */
function sharesOf({ type, why }: EntryRow, saleId: string): { own: Amount; all: Amount } {
  const returns = type === "Return" ? ((JSON.parse(why) as Why).returns ?? []) : [];
  const id = formatId(saleDefinition.idPrefix, saleId);
  const sumOf = (shares: typeof returns) =>
    shares.reduce((sum, { points, beyond = 0 }) => sum - amountOf(points) + amountOf(beyond), 0n);
  return { own: sumOf(returns.filter(({ sale }) => sale === id)), all: sumOf(returns) };
}

function rulesOf({ version, rate, rounding, fraction_digits: fractionDigits }: SourceRow): InspectedEntry["rules"] {
  return version === null ? null : { version, rate: amountOf(rate), rounding, fractionDigits };
}

/** The entries of the same balance after an award, in order. */
async function readAfter(tx: Tx, { member, currency, sequence }: SourceRow): Promise<EntryRow[]> {
  return tx<EntryRow[]>`
    select id, member, currency, sequence, type, currency_awarded as amount, member_balance as balance_after, awarded_after,
      source_class, source_id, create_date_time as at, why
    from ledger_entry where member = ${member} and currency = ${currency} and sequence > ${sequence}
    order by sequence limit ${spendingRowsMax}`;
}

/** Postgres writes every amount with four decimals. Running totals may have more digits than an amount. */
const unitsOf = (text: string) => BigInt(text.replace(".", ""));

const unitsOfEntry = (row: EntryRow) => ({
  type: row.type,
  amount: unitsOf(row.amount),
  awardedAfter: unitsOf(row.awarded_after),
  balanceAfter: unitsOf(row.balance_after),
});

type VoucherRow = Spending["vouchers"][number] & { readonly redemption: string };

async function readVouchers(tx: Tx, redemptionIds: readonly string[]): Promise<VoucherRow[]> {
  if (redemptionIds.length === 0) return [];
  return tx<VoucherRow[]>`
    select redemption, name as reward, voucher_code as code, ${tx.unsafe(shownStatus(redemptionItem, redemptionItem.noun))} as status
    from redemption_item where redemption = any(${[...redemptionIds]}::uuid[]) order by id`;
}
