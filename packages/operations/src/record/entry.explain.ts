import { createRuleSets, loadOriginalsAt, type Sql, type Tx, versionName } from "@rewards/db";
import {
  type Amount,
  amountOf,
  describeEntry,
  type Figure,
  formatId,
  ledgerEntry,
  normaliseKey,
  parseId,
  type Rounding,
  recomputeEntry,
  type SaleItem,
  type StoredEntry,
  sale,
  sumsIn,
  type TakenBefore,
} from "@rewards/domain";

/** Why an entry has its amount, and whether that follows from its version and the lines of sales. */
export interface EntryExplanation {
  readonly ID: string;
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  /** An exact decimal. */
  readonly amount: string;
  /** The public ID of its sale; null if no sale caused it. */
  readonly sale: string | null;
  readonly matches: boolean;
  readonly figures: readonly Figure[];
  readonly words: readonly string[];
}

interface EntryRow {
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  readonly why: string;
  readonly at: Date;
  readonly sale: string | null;
  readonly items: SaleItem[] | null;
  readonly program: string | null;
  readonly version: number;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
}

/**
 * Explains one entry, by its ID, or all of a sale, by ExternalID or ID, in one snapshot.
 * @returns undefined if there is no such entry or sale.
 */
export async function explainEntries(sql: Sql, key: string): Promise<EntryExplanation[] | undefined> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const id = parseId(key);
    const isEntry = id?.prefix === ledgerEntry.idPrefix;
    const saleId = isEntry ? undefined : await findSale(tx, key);
    if (!isEntry && !saleId) return undefined;
    const rows = await tx<EntryRow[]>`
      select e.id, e.type, e.currency_awarded as amount, e.why, e.create_date_time as at, s.id as sale, s.sale_items as items,
        v.program, v.version, v.rate, v.rounding, v.fraction_digits
      from ledger_entry e join currency c on c.id = e.currency
      left join earning_version v on v.program = c.program and v.version = e.rules
      left join adjustment a on a.id = e.source_id
      left join sale s on s.id = coalesce(a.sale, e.source_id)
      where ${saleId ? tx`e.source_id = any(array(select id from adjustment where sale = ${saleId}) || ${saleId}::uuid)` : tx`e.id = ${id?.uuid ?? null}::uuid`}
      order by e.create_date_time, e.sequence`;
    if (isEntry && rows.length === 0) return undefined;
    const explanations: EntryExplanation[] = [];
    for (const row of rows) explanations.push(await explainRow(tx, row));
    return explanations;
  });
}

async function findSale(tx: Tx, key: string): Promise<string | undefined> {
  const id = parseId(key);
  const byId = id?.prefix === sale.idPrefix ? tx`id = ${id.uuid}::uuid` : tx`external_id = ${normaliseKey(key)}`;
  const [row] = await tx<{ id: string }[]>`select id from sale where ${byId}`;
  return row?.id;
}

async function explainRow(tx: Tx, row: EntryRow): Promise<EntryExplanation> {
  const entry = { ...(await storedOf(tx, row)), ...(await readTakings(tx, row)) };
  const figures = recomputeEntry(entry);
  return {
    ID: formatId(ledgerEntry.idPrefix, row.id),
    at: row.at.toISOString(),
    ...{ type: row.type, amount: row.amount },
    sale: row.sale && formatId(sale.idPrefix, row.sale),
    matches: figures.every(({ stored, computed }) => stored === computed),
    figures,
    words: describeEntry(entry, entry.items),
  };
}

const whyOf = ({ why }: EntryRow) => ({ why: JSON.parse(why), sums: sumsIn(why) });

async function storedOf(tx: Tx, row: EntryRow): Promise<Omit<StoredEntry, "takings" | "parts">> {
  const { type, program: programmeId, version, items, fraction_digits: fractionDigits, rounding } = row;
  const stored = { type, amount: amountOf(row.amount), ...whyOf(row), items: items ?? [] };
  if (programmeId === null) return { ...stored, rules: null };
  const key = { programmeId, version };
  const ruleSet = (await createRuleSets(tx)([key])).get(versionName(key));
  return { ...stored, rules: { rate: amountOf(row.rate), rounding, fractionDigits }, ...(ruleSet && { ruleSet }) };
}

interface PartRow {
  readonly original_id: string;
  readonly external_id: string;
  readonly original_line: number;
  readonly quantity: string;
  readonly amount: string;
  readonly points: string;
  readonly expired: boolean;
  readonly is_own: boolean;
}

/** What a return took, and what returns before it took of the same originals. */
async function readTakings(tx: Tx, { type, sale: id, at }: EntryRow): Promise<Pick<StoredEntry, "takings" | "parts">> {
  if (type !== "Return" || id === null) return { takings: new Map(), parts: [] };
  const rows = await tx<PartRow[]>`
    select r.original_id, o.external_id, r.original_line, r.quantity, r.amount, r.points, r.expired, r.return_id = ${id} as is_own
    from sale_return r join sale o on o.id = r.original_id
    where r.original_id in (select original_id from sale_return where return_id = ${id})
    order by r.posted_at, r.id`;
  // All rows of a return were written at once.
  const own = rows.filter((row) => row.is_own);
  const before = rows.slice(0, rows.indexOf(own[0] as PartRow));
  const keys = [...new Set(own.map((row) => row.external_id))];
  const originals = await loadOriginalsAt(tx, keys, at.getTime());
  return {
    takings: new Map(originals.map((original) => [original.id, { original, before: sumOf(before, original.id) }])),
    parts: own.map((row) => ({
      ...{ originalId: row.original_id, originalLine: row.original_line, isExpired: row.expired },
      ...{ quantity: amountOf(row.quantity), amount: amountOf(row.amount) },
    })),
  };
}

function sumOf(rows: readonly PartRow[], originalId: string): Map<number, TakenBefore> {
  const taken = new Map<number, Record<keyof TakenBefore, Amount>>();
  for (const row of rows) {
    if (row.original_id !== originalId) continue;
    const sums = taken.get(row.original_line) ?? { quantity: 0n, amount: 0n, lowered: 0n, points: 0n };
    taken.set(row.original_line, sums);
    const quantity = amountOf(row.quantity);
    sums.quantity += quantity;
    sums[quantity === 0n ? "lowered" : "amount"] += amountOf(row.amount);
    sums.points += amountOf(row.points);
  }
  return taken;
}
