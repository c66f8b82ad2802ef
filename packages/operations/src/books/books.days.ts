import { elementsOf, numberAt, type Pass } from "./books.check.ts";

/** Joins the totals of days with the entries that are counted; either side may be missing. */
const days: Pass = {
  of: "totals of days",
  invariant: "I1",
  rows: `
    select coalesce(d.currency, e.currency) as currency, coalesce(d.day, e.day) as day, coalesce(d.type, e.type) as type,
      d.count, d.sum, e.count as entries, e.total
    from ledger_day d
    full join (
      select e.currency, (e.create_date_time at time zone m.time_zone)::date as day, e.type, count(*) as count, sum(e.currency_awarded) as total
      from ledger_entry e join ledger_day_mark m on m.currency = e.currency
      where e.create_date_time < m.until
      group by 1, 2, 3
    ) e on e.currency = d.currency and e.day = d.day and e.type = d.type`,
  names: { currency: "currency", day: "day", type: "type" },
  checks: {
    "day.sum": {
      says: "The totals of a day, currency and type are the number and the sum of its entries, as far as they are counted.",
      holds: "count = entries and sum = total",
    },
  },
};

/** An entry `e` that is counted, with its day. */
const counted = (columns: string) => `
  select e.currency, (e.create_date_time at time zone m.time_zone)::date as day, ${columns}
  from ledger_entry e join ledger_day_mark m on m.currency = e.currency`;

/**
 * Joins the totals of stores with the entries and their sales; either side may be missing. A day or
 * month with sales of a detached month is left out. The money of a sale counts with its first entry of a currency: that of its purchases.
 */
const stores: Pass = {
  of: "totals of stores",
  invariant: "I1",
  rows: `
    with counted as materialized (
      ${counted(`s.store_code, s.id is null as is_detached, e.currency_awarded as points, s.sale_items,
        e.type = 'Sale' or not exists (
          select from ledger_entry p where p.source_id = e.source_id and p.type = 'Sale' and p.currency = e.currency) as is_first`)}
      left join sale s on s.id = e.source_id
      where e.create_date_time < m.until and e.type in ('Sale', 'Return')
    ), parts as (
      select c.currency, p.span, p.first, c.store_code, bool_or(is_detached) as is_detached, count(*) filter (where is_first) as sales, sum(points) as points,
        coalesce(sum((select sum(${numberAt("i -> 'TotalAmount'")}) from ${elementsOf("sale_items")} i)) filter (where is_first), 0) as money
      from counted c cross join lateral (values ('day', c.day), ('month', date_trunc('month', c.day::timestamp)::date)) p(span, first)
      group by 1, 2, 3, 4
    )
    select coalesce(d.currency, e.currency) as currency, coalesce(d.span, e.span) as span, coalesce(d.first, e.first) as first,
      coalesce(d.store_code, e.store_code) as store, row(d.sales, d.money, d.points) is not distinct from row(e.sales, e.money, e.points) as is_sum
    from store_total d
    full join (select * from parts where not is_detached) e
      on e.currency = d.currency and e.span = d.span and e.first = d.first and e.store_code = d.store_code
    where (coalesce(d.currency, e.currency), coalesce(d.span, e.span), coalesce(d.first, e.first)) not in (select currency, span, first from parts where is_detached)`,
  names: { currency: "currency", span: "span", first: "first", store: "store" },
  checks: {
    "store.sum": {
      says: "The sales, money and points of a day or month, currency and store are those of its entries and their sales, as far as they are counted.",
      holds: "is_sum",
    },
  },
};

/** Joins the numbers of active members with the entries that are counted; either side may be missing. */
const activity: Pass = {
  of: "active members",
  invariant: "I1",
  rows: `
    select coalesce(d.currency, e.currency) as currency, coalesce(d.day, e.day) as day, d.members, e.members as found
    from activity_day d
    full join (
      select currency, day, array_agg(members order by n) as members from (
        select currency, day, n, coalesce(sum(members) filter (where gap >= n), 0)::int as members
        from (
          select currency, day, gap, count(*) as members from (
            select currency, day, coalesce(least(day - lag(day) over (partition by currency, member order by day), 367), 367) as gap
            from (
              ${counted("e.member")} where e.create_date_time < m.until and e.type in ('Sale', 'Return', 'Redemption', 'Payment')
              group by e.currency, 2, e.member
            ) active
          ) gaps group by currency, day, gap
        ) g cross join generate_series(1, 367) n group by currency, day, n
      ) places group by currency, day
    ) e on e.currency = d.currency and e.day = d.day`,
  names: { currency: "currency", day: "day" },
  checks: {
    "activity.count": {
      says: "The members who were active in a day, by the days in which they were not active before, are those of its entries, as far as they are counted.",
      holds: "members = found",
    },
  },
};

export const dayPasses: readonly Pass[] = [days, stores, activity];
