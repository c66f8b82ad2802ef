import type { DayFold } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** Before every day. */
export const beforeAllDays = "-infinity";

/**
 * The days (UTC) from `from` up to and without `to` that have entries, in order, each folded: a line
 * `member|currency|sequence|hash` of the last entry of every chain that grew on it, in their order. In two levels, by the
 * first byte of the member, so that a day on which a million chains grew takes less than a megabyte at a time and not 150.
 * Of the ledger nothing is read but these days.
 */
export async function foldDays(tx: Tx, from: string, to: string): Promise<DayFold[]> {
  const rows = await tx<{ day: string; fold: string; chains: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day, encode(sha256(string_agg(part, '' order by slice)), 'hex') as fold, sum(chains) as chains
    from (
      select day, slice, count(*) as chains,
        sha256(convert_to(string_agg(concat_ws('|', member, currency, last), E'\\n' order by member, currency), 'UTF8')) as part
      from (
        select (create_date_time at time zone 'UTC')::date as day, get_byte(uuid_send(member), 0) as slice, member, currency,
          max((lpad(sequence::text, 19, '0') || '|' || encode(hash, 'hex')) collate "C") as last
        from ledger_entry
        where create_date_time >= (${from}::text::timestamp at time zone 'UTC') and create_date_time < (${to}::text::timestamp at time zone 'UTC')
        group by day, member, currency
      ) chain
      group by day, slice
    ) slices
    group by day order by slices.day`;
  return rows.map(({ day, fold, chains }) => ({ day, fold, chains: Number(chains) }));
}
