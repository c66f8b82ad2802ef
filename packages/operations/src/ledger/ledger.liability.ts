import { allowScans, expiryBy, expiryRulesOf, isAward, keptFrom, rulesOf, type Sql } from "@rewards/db";
import type { PointValue } from "@rewards/domain";
import { sql as compose } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** What members had of the awards of a month. Amounts are exact decimals. */
interface MonthLiability {
  /** The month of award in the programme's time zone, `2026-05`. */
  readonly month: string;
  readonly awarded: string;
  /** What was left of it. */
  readonly outstanding: string;
}

/** What the members of a programme had of one currency at the end of a day. */
export interface CurrencyLiability {
  /** The programme's BusinessID. */
  readonly programme: string;
  readonly currency: string;
  readonly timeZone: string;
  /** Members with points. */
  readonly members: number;
  /** All that was awarded by then, and what members had of it: the sum of the next three. */
  readonly awarded: string;
  readonly outstanding: string;
  /** What the outstanding points are worth, by the programme's value of a point now; null without one. */
  readonly worth: PointValue | null;
  /** What could be spent. */
  readonly available: string;
  /** Points of sales inside the return window. */
  readonly pending: string;
  /** Points that had expired, but were not yet taken. */
  readonly overdue: string;
  /** What entries of type `Expiry` had taken. */
  readonly breakage: string;
  /** Members whose balance was negative after a return, and what they owed. */
  readonly debtors: number;
  readonly debt: string;
  /** What expires next, if it is not spent: the instant and the points. Null if nothing will expire. */
  readonly expiringNext: { readonly at: string; readonly points: string } | null;
  /** Months with awards, the first first. */
  readonly months: readonly MonthLiability[];
}

/** The end of the day in each currency's programme, and the rules of expiry until then. */
const endOf = (day: string) => compose`
  ends as materialized (
    select c.id, p.business_id, c.name, c.position, p.time_zone_text as zone, w.until,
      case when c.position = 0 then p.point_value end as point_value, p.point_value_currency,
      w.until - p.return_window_days * interval '24 hours' as recent_from
    from currency c join programme p on p.id = c.program
    cross join lateral (select (${day}::text::date + 1)::timestamp at time zone p.time_zone_text as until) w
  ), versions as (
    select v.currency, v.version, v.months, v.until, v.inactive_months, v.applied_at
    from expiry_version v join ends on ends.id = v.currency where v.applied_at < ends.until
  ), rules as materialized (${compose.raw(expiryRulesOf("versions"))})`;

/** Each balance as it was then, from the entries. `kept_from` is as in `balance_standing`. */
const balances = compose.raw(`
  sums as (
    select e.member, e.currency, coalesce(sum(e.currency_awarded) filter (where ${isAward("e")}), 0) as awarded, sum(e.currency_awarded) as balance,
      -coalesce(sum(e.currency_awarded) filter (where e.type = 'Expiry'), 0) as breakage, max(e.create_date_time) as last_at
    from ledger_entry e join ends on ends.id = e.currency
    where e.create_date_time < ends.until
    group by e.member, e.currency
  ), held as materialized (
    select s.member, s.currency, s.awarded, s.balance, s.breakage, s.last_at, k.kept_from, k.is_inactivity
    from sums s join ends on ends.id = s.currency
    cross join lateral (select ${keptFrom("r", "(ends.until - interval '1 ms')")} as kept_from, bool_or(r.is_inactivity) as is_inactivity
      from (${rulesOf("rules", "s")}) r) k
  ), awarded as (
    select e.member, e.currency, coalesce(sum(e.currency_awarded) filter (where e.create_date_time < h.kept_from), 0) as expired,
      coalesce(sum(e.currency_awarded) filter (where e.type = 'Sale' and e.create_date_time >= ends.recent_from), 0) as recent
    from ledger_entry e join ends on ends.id = e.currency
    join held h on h.member = e.member and h.currency = e.currency
    where e.create_date_time < ends.until and ${isAward("e")}
    group by e.member, e.currency
  ), returned as (
    select r.member, r.currency, sum(r.points) as points,
      coalesce(sum(r.points) filter (where r.original_posted_at < h.kept_from), 0) as expired,
      coalesce(sum(r.points) filter (where r.original_posted_at >= ends.recent_from), 0) as recent
    from sale_return r join ends on ends.id = r.currency join held h on h.member = r.member and h.currency = r.currency
    where r.posted_at < ends.until and r.points > 0
    group by r.member, r.currency
  ), totals as (
    select h.member, h.currency, h.balance, h.breakage, h.last_at, h.is_inactivity, coalesce(r.points, 0) as returned,
      h.awarded - coalesce(r.points, 0) as total, h.awarded - h.balance - coalesce(r.points, 0) as spent,
      coalesce(a.expired, 0) - coalesce(r.expired, 0) as expired, coalesce(a.recent, 0) - coalesce(r.recent, 0) as recent
    from held h
    left join awarded a on a.member = h.member and a.currency = h.currency
    left join returned r on r.member = h.member and r.currency = h.currency
  ), spent as materialized (
    select t.member, t.currency, t.balance, t.breakage, t.last_at, t.is_inactivity, t.returned, t.spent, greatest(t.spent, t.expired) as consumed,
      greatest(0, t.expired - t.spent) as overdue, greatest(0, t.total - t.recent - greatest(t.spent, t.expired)) as available,
      greatest(0, t.total - greatest(t.total - t.recent, t.spent)) as maturing
    from totals t
  )`);

/** What is left of each award: of the balance, and of it what has not expired. */
const awards = compose.raw(`
  returned_awards as (
    select r.member, r.currency, e.sequence, sum(r.points) as points
    from sale_return r join ends on ends.id = r.currency
    join ledger_entry e on e.source_id = r.original_id and e.type = 'Sale' and e.currency = r.currency
    where r.posted_at < ends.until and r.points > 0
    group by r.member, r.currency, e.sequence
  ), awards as (
    select e.member, e.currency, e.create_date_time, e.currency_awarded as awarded, e.currency_awarded as kept, e.awarded_after as upto
    from ledger_entry e join ends on ends.id = e.currency join spent s on s.member = e.member and s.currency = e.currency
    where e.create_date_time < ends.until and ${isAward("e")} and s.returned = 0
    union all
    select e.member, e.currency, e.create_date_time, e.currency_awarded, e.currency_awarded - coalesce(r.points, 0),
      e.awarded_after - sum(coalesce(r.points, 0)) over (partition by e.member, e.currency order by e.sequence)
    from ledger_entry e join ends on ends.id = e.currency join spent s on s.member = e.member and s.currency = e.currency
    left join returned_awards r on r.member = e.member and r.currency = e.currency and r.sequence = e.sequence
    where e.create_date_time < ends.until and ${isAward("e")} and s.returned > 0
  ), lefts as (
    select a.currency, a.awarded, (a.create_date_time at time zone ends.zone)::date as day,
      case when s.is_inactivity then s.last_at else a.create_date_time end as counts_from,
      greatest(0, least(a.kept, a.upto - s.spent)) as outstanding, greatest(0, least(a.kept, a.upto - s.consumed)) as lasting
    from awards a join ends on ends.id = a.currency join spent s on s.member = a.member and s.currency = a.currency
  ), days as materialized (
    select l.currency, l.day, max(l.counts_from) as counts_from,
      sum(l.awarded) as awarded, sum(l.outstanding) as outstanding, sum(l.lasting) as lasting
    from lefts l join ends on ends.id = l.currency
    group by l.currency, l.day, (l.counts_from at time zone ends.zone)::date
  )`);

/** What expires next of each currency. The awards of a day expire at one instant. */
const expiries = compose.raw(`
  expiries as (
    select distinct on (d.currency) d.currency, x.expires_at, sum(d.lasting) as points
    from days d
    cross join lateral (
      select max(${expiryBy("r", "case when r.is_fixed then r.ended_at else least(d.counts_from, r.ended_at) end")}) as expires_at
      from rules r where r.currency = d.currency
    ) x
    where d.lasting > 0 and x.expires_at is not null
    group by d.currency, x.expires_at
    order by d.currency, x.expires_at
  )`);

const shown = (value: string) => compose.raw(`coalesce(${value}, 0)::numeric(30,4)::text`);

const liabilities = (day: string) => compose`
  with ${endOf(day)}, ${balances}, ${awards}, ${expiries}
  select ends.business_id as programme, ends.name as currency, ends.zone as "timeZone", b.members, m.awarded, b.outstanding,
    b.available, b.pending, b.overdue, b.breakage, b.debtors, b.debt, m.months,
    case when ends.point_value is not null then jsonb_build_object('amount', trim_scale(b.outstanding::numeric * ends.point_value)::text,
      'currency', ends.point_value_currency) end as worth, (
      select jsonb_build_object('at', to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'points', ${shown("e.points")})
      from expiries e where e.currency = ends.id
    ) as "expiringNext"
  from ends, lateral (
    select count(*) filter (where s.balance > 0)::int as members, count(*) filter (where s.balance < 0)::int as debtors,
      ${shown("sum(s.balance) filter (where s.balance > 0)")} as outstanding, ${shown("-sum(s.balance) filter (where s.balance < 0)")} as debt,
      ${shown("sum(s.available)")} as available, ${shown("sum(s.maturing)")} as pending,
      ${shown("sum(s.overdue)")} as overdue, ${shown("sum(s.breakage)")} as breakage
    from spent s where s.currency = ends.id
  ) b, lateral (
    select ${shown("sum(m.awarded)")} as awarded, coalesce(jsonb_agg(jsonb_build_object('month', m.month,
      'awarded', ${shown("m.awarded")}, 'outstanding', ${shown("m.outstanding")}) order by m.month), '[]') as months
    from (
      select to_char(d.day, 'YYYY-MM') as month, sum(d.awarded) as awarded, sum(d.outstanding) as outstanding
      from days d where d.currency = ends.id group by 1
    ) m
  ) m
  order by ends.business_id, ends.position`;

const dialect = new PgDialect();

/**
 * What each currency's members had at the end of a day, by month of award: from the entries, by the rule of first in,
 * first out, and by the rules of expiry of that day. Reads the whole ledger in one read-only transaction.
 * @param day `2026-05-31`; it ends by the clock of each programme.
 */
export async function readLiability(sql: Sql, day: string): Promise<CurrencyLiability[]> {
  const { sql: text, params } = dialect.sqlToQuery(liabilities(day));
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await allowScans(tx);
    return [...(await tx.unsafe<CurrencyLiability[]>(text, params as string[]))];
  });
}
