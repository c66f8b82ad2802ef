import type { ExpiryCutoff } from "@rewards/domain";
import { isAward } from "../award.ts";
import type { Sql } from "../client.ts";
import { allowScans } from "../statement.ts";

/** Right before the first entry of a currency. Reads the whole ledger, so it is asked for once. */
export async function readFirst(scans: Sql, currencyId: string, untilMs: number): Promise<number> {
  const [row] = await scans.begin("read only", async (tx) => {
    await allowScans(tx);
    return tx<{ at: Date | null }[]>`
      select min(create_date_time) as at from ledger_entry where currency = ${currencyId}`;
  });
  return Math.min(untilMs, row?.at ? row.at.getTime() - 1 : untilMs) - 1;
}

export interface Page {
  /** UUIDs of members who may have something to lose. */
  readonly members: readonly string[];
  /** Up to here, the members are complete. */
  readonly toMs: number;
  readonly isFull: boolean;
}

/**
 * The members with entries after `fromMs`, up to `toMs`.
 * @param entriesMax so many entries are read at most; more if some have the same time as the last one.
 */
export async function readPage(
  { sql, entriesMax }: { readonly sql: Sql; readonly entriesMax: number },
  currencyId: string,
  { start }: ExpiryCutoff,
  fromMs: number,
  toMs: number,
): Promise<Page> {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const [row] = await sql<{ members: string[] | null; last: Date | null; entries: number }[]>`
    select array_agg(distinct member) as members, max(create_date_time) as last, count(*)::int as entries
    from (
      select member, create_date_time from ledger_entry
      where create_date_time > ${from}::text::timestamptz and create_date_time <= ${to}::text::timestamptz
        and currency = ${currencyId} and (${sql.unsafe(isAward("ledger_entry"))} or ${start === "last-entry"})
      order by create_date_time fetch first (${entriesMax}::int) rows with ties
    ) page`;
  const isFull = (row?.entries ?? 0) >= entriesMax;
  return { members: row?.members ?? [], toMs: (isFull && row?.last?.getTime()) || toMs, isFull };
}
