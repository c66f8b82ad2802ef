import { advisoryLocks, allowLong, postingsEnd, readClock, type Sql, type Tx } from "@rewards/db";
import { closedUntil, type Fold, headPeriodMs, headsOf, type LedgerHead } from "@rewards/domain";
import { showRow } from "../row.show.ts";

/** A time before every entry. */
export const beforeAll = "-infinity";

/**
 * Folds each period that has entries: over their hashes in order, each of which covers its whole entry. The periods end
 * at each of `untils` (instants in order), and the first begins at `from`. Folds in two levels, by the first byte of
 * the hash, so that a period with a million entries takes less than 1 MB at a time. The subselect makes Postgres read the ends once, and not for each entry. Reads only
 * these periods of the ledger.
 */
export async function foldPeriods(tx: Tx, from: string, untils: readonly string[]): Promise<Fold[]> {
  const last = untils.at(-1);
  if (last === undefined) return [];
  const rows = await tx<Fold[]>`
    select (${[...untils]}::text[])[n + 1] as at, encode(sha256(string_agg(part, '' order by slice)), 'hex') as fold, sum(entries)::float8 as count
    from (
      select n, slice, count(*) as entries, sha256(string_agg(hash, '' order by hash)) as part
      from (
        select width_bucket(create_date_time, (select ${[...untils]}::text[]::timestamptz[])) as n, substr(hash, 1, 1) as slice, hash
        from ledger_entry where create_date_time >= ${from}::text::timestamptz and create_date_time < ${last}::text::timestamptz
      ) entry
      group by n, slice
    ) slices
    group by n order by n`;
  return [...rows];
}

/** The heads of all periods, in order. */
export async function readHeads(tx: Tx): Promise<LedgerHead[]> {
  const rows = await tx`
    select until as at, encode(head, 'hex') as head, entries::float8 as count from ledger_period_head order by until`;
  return rows.map((row) => showRow<LedgerHead>(row));
}

/** The last head, which the next one continues, and the start of the next period. */
export interface HeadTail {
  readonly head: string;
  readonly from: string;
}

export async function readTail(tx: Tx): Promise<HeadTail> {
  const [last] = await tx`
    select until as from, encode(head, 'hex') as head from ledger_period_head order by until desc limit 1`;
  return last ? showRow(last) : { head: "", from: beforeAll };
}

/**
 * Writes the missing heads of periods that are over, in one transaction. A concurrent call waits, and then finds
 * nothing to do. Reads only the entries of those periods.
 * @param clockMs milliseconds since the epoch; Postgres' clock by default.
 * @returns the heads written. Empty if a posting that may belong to them does not end in time: a later run writes them.
 */
export async function writeHeads(sql: Sql, { clockMs }: { readonly clockMs?: number } = {}): Promise<LedgerHead[]> {
  return sql.begin(async (tx) => {
    await allowLong(tx);
    await tx`select pg_advisory_xact_lock(${advisoryLocks.ledgerHeads})`;
    return writeMissing(tx, clockMs ?? (await readClock(tx)));
  });
}

/** The caller holds the lock of the heads. */
export async function writeMissing(tx: Tx, clockMs: number): Promise<LedgerHead[]> {
  const { head, from } = await readTail(tx);
  const until = closedUntil(clockMs);
  if (from !== beforeAll && from >= until) return [];
  if (!(await postingsEnd(tx))) return [];
  const heads = headsOf(await foldPeriods(tx, from, await endsOf(tx, from, until)), head);
  await insertHeads(tx, heads);
  return heads;
}

/** The ends of the periods with entries, in order. */
async function endsOf(tx: Tx, from: string, until: string): Promise<string[]> {
  const rows = await tx<{ until: Date }[]>`
    select distinct date_bin(p.length, create_date_time, 'epoch') + p.length as until
    from ledger_entry, (select ${headPeriodMs} * interval '1 millisecond' as length) p
    where create_date_time >= ${from}::text::timestamptz and create_date_time < ${until}::text::timestamptz order by until`;
  return rows.map((row) => row.until.toISOString());
}

async function insertHeads(tx: Tx, heads: readonly LedgerHead[]): Promise<void> {
  if (heads.length === 0) return;
  await tx`
    insert into ledger_period_head (until, head, entries)
    select at, decode(head, 'hex'), count
    from jsonb_to_recordset(${JSON.stringify(heads)}::text::jsonb) as r(at timestamptz, head text, count bigint)`;
}
