import type { Fragment, Tx } from "@rewards/db";
import type { EntryType } from "@rewards/domain";

/** A part of the ledger, ISO 8601: from the mark of some currencies up to an instant. */
export interface Slice {
  readonly from: string;
  readonly to: string;
}

/** What a member does; adjustments and expiry happen to members. */
const acts = ["Sale", "Return", "Redemption", "Payment"] as const satisfies readonly EntryType[];
/** Longer gaps between two acts count as this one, as if the member was new: no period is longer than a year. */
const gapMax = 367;

/** The condition of the entries `e` of a slice, and of the mark `m` of their currency. Reads them by the index on time. */
const inSlice = (tx: Tx, { from, to }: Slice): Fragment => tx`
  m.until = ${from}::text::timestamptz
    and e.create_date_time >= ${from}::text::timestamptz and e.create_date_time < ${to}::text::timestamptz`;

/** Adds the entries of a slice to the totals of their days, of their stores, and to the members who were active. */
export async function addSlice(tx: Tx, slice: Slice): Promise<void> {
  await addTotals(tx, slice);
  await addStores(tx, slice);
  await addActivity(tx, slice);
}

const addTotals = (tx: Tx, slice: Slice) => tx`
  insert into ledger_day as d (currency, day, type, count, sum)
  select e.currency, (e.create_date_time at time zone m.time_zone)::date, e.type, count(*), sum(e.currency_awarded)
  from ledger_entry e join ledger_day_mark m on m.currency = e.currency
  where ${inSlice(tx, slice)}
  group by 1, 2, 3
  on conflict (currency, day, type) do update
  set count = d.count + excluded.count, sum = d.sum + excluded.sum, updated_at = excluded.updated_at`;

/** A sale with purchases and returns may have two entries of a currency: its money counts with that of the purchases. */
const addStores = (tx: Tx, slice: Slice) => tx`
  insert into store_total as d (currency, span, first, store_code, sales, money, points)
  select c.currency, p.span, p.first, c.store_code, sum(c.sales), sum(c.money), sum(c.points)
  from (
    select e.currency, (e.create_date_time at time zone m.time_zone)::date as day, s.store_code,
      count(*) filter (where o.is_first) as sales, coalesce(sum(l.money) filter (where o.is_first), 0) as money, sum(e.currency_awarded) as points
    from ledger_entry e join ledger_day_mark m on m.currency = e.currency join sale s on s.id = e.source_id
    cross join lateral (select e.type = 'Sale' or not exists (
      select from ledger_entry p where p.source_id = e.source_id and p.type = 'Sale' and p.currency = e.currency) as is_first) o
    cross join lateral (select sum((i ->> 'TotalAmount')::numeric) as money from jsonb_array_elements(s.sale_items) i) l
    where e.type in ('Sale', 'Return') and ${inSlice(tx, slice)}
    group by 1, 2, 3
  ) c
  cross join lateral (values ('day', c.day), ('month', date_trunc('month', c.day::timestamp)::date)) p(span, first)
  group by 1, 2, 3, 4
  on conflict (currency, span, first, store_code) do update
  set sales = d.sales + excluded.sales, money = d.money + excluded.money, points = d.points + excluded.points`;

/** Each member counts once a day, by the days since the last act before, which is looked up by member. */
const addActivity = (tx: Tx, slice: Slice) => tx`
  with gaps as (
    select a.currency, a.day, coalesce(least(a.day - b.before, ${gapMax}::int), ${gapMax}::int) as gap, count(*) as members
    from (
      select a.*, lag(a.day) over (partition by a.currency, a.member order by a.day) as earlier
      from (
        select distinct e.currency, e.member, m.time_zone, (e.create_date_time at time zone m.time_zone)::date as day
        from ledger_entry e join ledger_day_mark m on m.currency = e.currency
        where e.type = any(${[...acts]}::text[]) and ${inSlice(tx, slice)}
      ) a
    ) a
    cross join lateral (
      select coalesce(a.earlier, (
        select (p.create_date_time at time zone a.time_zone)::date from ledger_entry p
        where p.member = a.member and p.currency = a.currency and p.type = any(${[...acts]}::text[])
          and p.create_date_time < ${slice.from}::text::timestamptz
        order by p.create_date_time desc, p.sequence desc limit 1)) as before
    ) b
    where b.before is distinct from a.day
    group by 1, 2, 3
  ), places as (
    select currency, day, gap, members from gaps
    union all select currency, day, generate_series(1, ${gapMax}::int), 0 from (select distinct currency, day from gaps) k
  )
  insert into activity_day as d (currency, day, members)
  select currency, day, array_agg(members order by gap) from (
    select currency, day, gap, (sum(sum(members)) over (partition by currency, day order by gap desc))::int as members
    from places group by currency, day, gap
  ) c
  group by currency, day
  on conflict (currency, day) do update
  set members = array(select one + other from unnest(d.members, excluded.members) with ordinality u(one, other, n) order by n)`;
