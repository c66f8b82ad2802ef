import { sql as compose } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "../client.ts";
import { allowScans } from "../scan.ts";
import { ledgerEntry } from "./ledger.table.ts";
import { availableOf } from "./ledger.view.ts";

/** What members could spend of the awards of a month. Amounts are exact decimals. */
export interface MonthLiability {
  /** The month of award in the programme's time zone, `2026-05`. */
  readonly month: string;
  readonly awarded: string;
  /** What was left of it. */
  readonly outstanding: string;
}

/** What the members of a programme could spend of one currency at the end of a day. */
export interface CurrencyLiability {
  /** The programme's BusinessID. */
  readonly programme: string;
  readonly currency: string;
  readonly timeZone: string;
  /** Members with points left to spend. */
  readonly members: number;
  /** All that was awarded by then, and what was left of it. */
  readonly awarded: string;
  readonly outstanding: string;
  /** Members whose balance was negative after a return, and what they owed. */
  readonly debtors: number;
  readonly debt: string;
  /** Months with awards, the first first. */
  readonly months: readonly MonthLiability[];
}

/**
 * The end of the day in each currency's programme, and what each member had ever spent by then. Deductions consume the
 * oldest awards first, so this decides what is left of each award.
 */
const spentUntil = (day: string) => compose`
  ends as materialized (
    select c.id, p.business_id, c.name, c.position, p.time_zone_text as zone,
      (${day}::text::date + 1)::timestamp at time zone p.time_zone_text as until
    from currency c join programme p on p.id = c.program
  ), spent as materialized (
    select e.member, e.currency, sum(greatest(-e.currency_awarded, 0)) as spent, sum(e.currency_awarded) as balance
    from ledger_entry e join ends on ends.id = e.currency
    where e.create_date_time < ends.until
    group by e.member, e.currency
  )`;

const liabilities = (day: string) => compose`
  with ${spentUntil(day)}, months as (
    select ${ledgerEntry.Currency} as currency, to_char(${ledgerEntry.CreateDateTime} at time zone ends.zone, 'YYYY-MM') as month,
      sum(${ledgerEntry.CurrencyAwarded}) as awarded, sum(${availableOf(compose`spent.spent`)}) as outstanding
    from ${ledgerEntry} join ends on ends.id = ${ledgerEntry.Currency}
    join spent on spent.member = ${ledgerEntry.Member} and spent.currency = ${ledgerEntry.Currency}
    where ${ledgerEntry.CreateDateTime} < ends.until and ${ledgerEntry.CurrencyAwarded} > 0
    group by 1, 2
  )
  select business_id as programme, name as currency, zone as "timeZone",
    b.members, m.awarded, b.outstanding, b.debtors, b.debt, m.months
  from ends, lateral (
    select count(*) filter (where balance > 0)::int as members, count(*) filter (where balance < 0)::int as debtors,
      coalesce(sum(balance) filter (where balance > 0), 0)::numeric(30,4)::text as outstanding,
      coalesce(-sum(balance) filter (where balance < 0), 0)::numeric(30,4)::text as debt
    from spent where currency = ends.id
  ) b, lateral (
    select coalesce(sum(awarded), 0)::numeric(30,4)::text as awarded, coalesce(jsonb_agg(
      jsonb_build_object('month', month, 'awarded', awarded::numeric(30,4)::text, 'outstanding', outstanding::numeric(30,4)::text) order by month), '[]') as months
    from months where currency = ends.id
  ) m
  order by business_id, position`;

const dialect = new PgDialect();

/**
 * What each currency's members could spend at the end of a day, by month of award: from the entries, by the rule of
 * first in, first out. Reads the whole ledger in one read-only transaction.
 * @param day `2026-05-31`; it ends by the clock of each programme.
 */
export async function readLiability(sql: Sql, day: string): Promise<CurrencyLiability[]> {
  const { sql: text, params } = dialect.sqlToQuery(liabilities(day));
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await allowScans(tx);
    return [...(await tx.unsafe<CurrencyLiability[]>(text, params as string[]))];
  });
}
