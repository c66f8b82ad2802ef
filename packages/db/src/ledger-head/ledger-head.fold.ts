import type { Fold } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** Before every entry. */
export const beforeAll = "-infinity";

interface FoldRow {
  readonly at: string;
  readonly fold: string;
  readonly count: string;
}

const foldsOf = (rows: readonly FoldRow[]): Fold[] =>
  rows.map(({ at, fold, count }) => ({ at, fold, count: Number(count) }));

/**
 * The days (UTC) up to and without `to` that have entries, in order, each folded: a line `member|currency|sequence|hash`
 * of the last entry of every chain that grew on it, in their order. In two levels, by the first byte of the member, so
 * that a day on which a million chains grew takes less than a megabyte at a time and not 150.
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
 * The periods that end with each of `untils` (instants in order), the first of which begins with `from`; each that has
 * entries, folded: their hashes in order, of which each covers its whole entry. In two levels, by the first byte of the
 * hash, for the same reason. The ends are in a query of their own, so that they are read once and not for each entry. Of
 * the ledger nothing is read but these periods.
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
