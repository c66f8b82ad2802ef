import type { Sql } from "@rewards/db";
import { showRow } from "../row.show.ts";

/** The entries of one type in a day. Amounts are exact decimals. */
interface TypeTotal {
  readonly type: string;
  readonly count: number;
  readonly sum: string;
}

/** The latest days of a currency, without a gap, the first first. */
export interface LedgerDays {
  /** The UUID of the currency. */
  readonly currency: string;
  /** Entries before this instant are counted, ISO 8601. */
  readonly until: string;
  readonly days: readonly {
    /** In the programme's time zone, `2026-05-04`. */
    readonly day: string;
    /** By type; a type without entries on the day is left out. */
    readonly totals: readonly TypeTotal[];
    /** The sum of all balances at the end of the day. */
    readonly outstanding: string;
  }[];
}

/** So many days are read by default, up to the last one that is counted. */
export const daysShownMax = 90;

/** The latest days of these currencies, from the totals of days: never from the entries. Not counted yet: left out. */
export async function readLedgerDays(
  sql: Sql,
  currencies: readonly string[],
  daysMax: number = daysShownMax,
): Promise<LedgerDays[]> {
  const rows = await sql`
    select currency, until, jsonb_agg(jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'), 'totals', totals,
      'outstanding', (before + since)::numeric(30,4)::text) order by day) as days
    from (
      select m.currency, m.until, calendar.day, t.totals, b.before,
        sum(t.change) over (partition by m.currency order by calendar.day) as since
      from ledger_day_mark m
      cross join lateral (
        select greatest(min(day), ((m.until - interval '1 microsecond') at time zone m.time_zone)::date - ${daysMax - 1}::int) as first,
          ((m.until - interval '1 microsecond') at time zone m.time_zone)::date as last
        from ledger_day where currency = m.currency having count(*) > 0
      ) d
      cross join lateral (select coalesce(sum(sum), 0) as before from ledger_day where currency = m.currency and day < d.first) b
      cross join lateral (
        select n::date as day from generate_series(d.first::timestamp, d.last::timestamp, interval '1 day') n
      ) calendar
      cross join lateral (
        select coalesce(sum(sum), 0) as change,
          coalesce(jsonb_agg(jsonb_build_object('type', type, 'count', count, 'sum', sum::text) order by type), '[]') as totals
        from ledger_day where currency = m.currency and ledger_day.day = calendar.day
      ) t
      where m.currency = any(${[...currencies]}::uuid[])
    ) shown
    group by currency, until`;
  return rows.map((row) => showRow<LedgerDays>(row));
}
