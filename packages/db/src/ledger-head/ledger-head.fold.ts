import type { Fold } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** A time before every entry. */
export const beforeAll = "-infinity";

interface FoldRow {
  readonly at: string;
  readonly fold: string;
  readonly count: string;
}

const foldsOf = (rows: readonly FoldRow[]): Fold[] =>
  rows.map(({ at, fold, count }) => ({ at, fold, count: Number(count) }));

/**
 * Folds each day (UTC) before `to` that has entries, in order: over a line `member|currency|sequence|hash` of the last
 * entry of every chain that grew on the day, in the order of member and currency. Folds in two levels, by the first
 * byte of the member, so that a day on which a million chains grew takes less than 1 MB at a time instead of 150 MB.
 */
export async function foldDays(tx: Tx, to: string): Promise<Fold[]> {
  const rows = await tx<FoldRow[]>`
    select to_char(day, 'YYYY-MM-DD') as at, encode(sha256(string_agg(part, '' order by slice)), 'hex') as fold, sum(chains) as count
    from (
      select day, slice, count(*) as chains,
        sha256(convert_to(string_agg(concat_ws('|', member, currency, last), E'\\n' order by member, currency), 'UTF8')) as part
      from (
        select (create_date_time at time zone 'UTC')::date as day, get_byte(uuid_send(member), 0) as slice, member, currency,
          max((lpad(sequence::text, 19, '0') || '|' || encode(hash, 'hex')) collate "C") as last
        from ledger_entry where create_date_time < (${to}::text::timestamp at time zone 'UTC')
        group by day, member, currency
      ) chain
      group by day, slice
    ) slices
    group by day order by slices.day`;
  return foldsOf(rows);
}

/**
 * Folds each period that has entries: over their hashes in order, each of which covers its whole entry. The periods end
 * at each of `untils` (instants in order), and the first begins at `from`. Folds in two levels, by the first byte of
 * the hash, for the same reason. The subselect makes Postgres read the ends once, and not for each entry. Reads only
 * these periods of the ledger.
 */
export async function foldPeriods(tx: Tx, from: string, untils: readonly string[]): Promise<Fold[]> {
  const last = untils.at(-1);
  if (last === undefined) return [];
  const rows = await tx<FoldRow[]>`
    select (${[...untils]}::text[])[n + 1] as at, encode(sha256(string_agg(part, '' order by slice)), 'hex') as fold, sum(entries) as count
    from (
      select n, slice, count(*) as entries, sha256(string_agg(hash, '' order by hash)) as part
      from (
        select width_bucket(create_date_time, (select ${[...untils]}::text[]::timestamptz[])) as n, substr(hash, 1, 1) as slice, hash
        from ledger_entry where create_date_time >= ${from}::text::timestamptz and create_date_time < ${last}::text::timestamptz
      ) entry
      group by n, slice
    ) slices
    group by n order by n`;
  return foldsOf(rows);
}
