import { expiryBy, keptFromBy, type Sql } from "@rewards/db";

/** Days of a programme's time zone, `2026-05-04`; both are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The active members of a day: all, and those who had not been active in the period before it. */
export interface ActiveDay {
  readonly day: string;
  readonly members: number;
  readonly further: number;
}

/**
 * The members who were active in each day of the periods. The sum of `further` over a period is the number of those who were
 * active in it, each counted once. Days without members are left out.
 * @param periods of at most 366 days each, which do not overlap.
 */
export async function readActivity(sql: Sql, currency: string, periods: readonly Period[]): Promise<ActiveDay[]> {
  const rows = await sql<ActiveDay[]>`
    select to_char(a.day, 'YYYY-MM-DD') as day, a.members[1] as members, a.members[a.day - p."from" + 1] as further
    from jsonb_to_recordset(${JSON.stringify(periods)}::text::jsonb) as p("from" date, "to" date)
    join activity_day a on a.currency = ${currency} and a.day between p."from" and p."to"
    order by a.day`;
  return [...rows];
}

export interface StoreTotals {
  readonly code: string;
  /** Null if no store has this code any more. */
  readonly id: string | null;
  readonly name: string | null;
  readonly sales: number;
  /** Exact decimals. */
  readonly money: string;
  readonly points: string;
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const dayMs = 86_400_000;
/** A day moved by so many days: `2026-05-04` by 1 is `2026-05-05`. */
export const movedDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** A period as whole months and the days before and after them. A part is empty if it ends before it begins. */
function partsOf({ from, to }: Period): (Period & { readonly span: "day" | "month" })[] {
  const start = from === firstOf(from) ? from : firstOf(movedDay(firstOf(from), 31));
  const end = firstOf(movedDay(to, 1));
  if (start >= end) return [{ span: "day", from, to }];
  return [
    { span: "day", from, to: movedDay(start, -1) },
    { span: "month", from: start, to: movedDay(end, -1) },
    { span: "day", from: end, to },
  ];
}

/** The stores that gave the most points in a period, the first first. */
export async function readTopStores(
  sql: Sql,
  currency: string,
  period: Period,
  storesMax: number,
): Promise<StoreTotals[]> {
  const rows = await sql<StoreTotals[]>`
    select d.store_code as code, s.id, s.name, d.sales::float8, d.money::text, d.points::text
    from (
      select t.store_code, sum(t.sales) as sales, sum(t.money) as money, sum(t.points) as points
      from jsonb_to_recordset(${JSON.stringify(partsOf(period))}::text::jsonb) as p(span text, "from" date, "to" date)
      cross join lateral (
        select * from store_total where currency = ${currency} and span = p.span and first between p."from" and p."to"
        offset 0 -- Planned apart, so that each part is read by the index and not all stores.
      ) t
      group by t.store_code order by sum(t.points) desc, t.store_code limit ${storesMax}
    ) d left join lateral (select id, name from store where store_code = d.store_code offset 0) s on true
    order by d.points desc, d.store_code`;
  return [...rows];
}

/** What a store's sales gave on a day, less what returns took. Amounts are exact decimals. */
export interface StoreDay {
  readonly day: string;
  readonly code: string;
  /** Sales and returns that moved points. */
  readonly sales: number;
  readonly money: string;
  readonly points: string;
}

const storeDaysOfPage = 1_000;

/** The days of all stores in a period, by day and store code, page by page. */
export async function* readStoreDays(
  read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  currency: string,
  { from, to }: Period,
): AsyncGenerator<readonly StoreDay[]> {
  let last: Pick<StoreDay, "day" | "code"> = { day: from, code: "" };
  for (;;) {
    const { day, code } = last;
    const rows = await read(
      (sql) => sql<StoreDay[]>`
        select to_char(first, 'YYYY-MM-DD') as day, store_code as code, sales::float8, money::text, points::text
        from store_total where currency = ${currency} and span = 'day' and first <= ${to}
          and (first, store_code) > (${day}::date, ${code}) order by first, store_code limit ${storeDaysOfPage}`,
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

/** So far ahead `readExpiring` looks. */
export const expiringDays = 14;
const soon = `(now() + interval '${expiringDays} days')`;

/**
 * The points awarded in the days whose awards expire within two weeks, from the totals of days. Members may have spent some
 * of them: at most so many expire. Undefined if none do, or if points expire by inactivity.
 */
export async function readExpiring(sql: Sql, currency: string): Promise<string | undefined> {
  const [row] = await sql<{ points: string | null }[]>`
    select sum(d.sum)::text as points
    from (
      select min(${sql.unsafe(keptFromBy("r", "now()"))})::date - 1 as first, max(${sql.unsafe(keptFromBy("r", soon))})::date + 1 as last
      from expiry_rule r where r.currency = ${currency} having not bool_or(r.is_inactivity)
    ) w
    join ledger_day d on d.currency = ${currency} and d.day between w.first and w.last
      and d.type in ('Sale', 'Adjustment') and d.sum > 0
    cross join lateral (
      select max(${sql.unsafe(expiryBy("r", awardedAt))}) as at from expiry_rule r where r.currency = ${currency}
    ) x
    where x.at > now() and x.at <= ${sql.unsafe(soon)}`;
  return row?.points ?? undefined;
}

/** What the awards of the day `d` count from by the rule `r`. */
const awardedAt =
  "case when r.is_fixed then r.ended_at else least(d.day::timestamp at time zone r.zone, r.ended_at) end";

/** The currency with the most entries in the latest year; undefined if none is counted. */
export async function readBusiestCurrency(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ currency: string }[]>`
    select currency from ledger_day where day > now()::date - 366
    group by currency order by sum(count) desc, currency limit 1`;
  return row?.currency;
}
