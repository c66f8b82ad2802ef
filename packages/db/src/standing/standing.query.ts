import { heldOf } from "../awaiting/awaiting.hold.ts";
import { isAward } from "../award.ts";
import { keptFrom, latestExpiry } from "./standing.rule.ts";

/** What was awarded to the balance `b` before an instant, less what linked returns took of these awards. */
const awardedBefore = (instant: string) => `(coalesce((
      select e.awarded_after from ledger_entry e
      where e.member = b.member and e.currency = b.currency and e.create_date_time < ${instant}
      order by e.create_date_time desc, e.sequence desc limit 1), 0)
    - ${returnedOf(`r.original_posted_at < ${instant}`)})`;

/** What linked returns took of some awards of the balance `b`. */
const returnedOf = (which: string) => `case when b.returned = 0 then 0 else coalesce((
      select sum(r.points) from returned_line r
      where r.member = b.member and r.currency = b.currency and ${which}), 0) end`;

/**
 * What linked returns took of the oldest awards of the balance `b` of which nothing is left. What is left of the awards up
 * to one never falls from award to award, so the last of these has the greatest sum.
 */
const returnedOfGone = `case when b.returned = 0 then 0 else coalesce((
      select max(r.points) from (
        select awarded_after, sum(points) over (order by sequence) as points
        from returned_line where member = b.member and currency = b.currency and sequence is not null
      ) r where r.awarded_after - r.points <= b.consumed), 0) end`;

const windowStart = "now() - p.return_window_days * interval '24 hours'";

/** The same of members that were merged into that of the balance `b`: their points wait as long as they would have. */
const maturingOfMerged = `coalesce((
        select sum(e.currency_awarded - coalesce((select sum(r.points) from returned_line r where r.original_id = e.source_id), 0))
        from balance o join ledger_entry e on e.member = o.member and e.currency = o.currency
        where o.merged_into = b.member and o.currency = b.currency and e.type = 'Sale' and e.currency_awarded > 0
          and e.create_date_time > ${windowStart}), 0)`;

/**
 * Each balance at this moment. `consumed`: how many of the oldest points were spent or have expired. `overdue`: expired
 * points that no entry has taken yet. `kept_from`: awards posted from this instant on have not expired; null if points
 * of the currency never expire.
 */
export const standingQuery = `
  select b.id, b.member, b.currency, c.name, b.balance, b.returned, b.sequence, b.last_at,
    p.time_zone_text as zone, k.rules, k.kept_from,
    greatest(t.spent, w.expired) as consumed, greatest(0, w.expired - t.spent) as overdue,
    greatest(0, t.total - w.maturing - greatest(t.spent, w.expired)) as spendable,
    greatest(0, t.total - greatest(t.total - w.maturing, t.spent)) as maturing
  from balance b
  join currency c on c.id = b.currency
  join programme p on p.id = c.program
  cross join lateral (select b.awarded - b.returned as total, b.awarded - b.balance - b.returned as spent) t
  cross join lateral (
    select array_agg(r) as rules, ${keptFrom("r", "now()")} as kept_from
    from balance_expiry r where r.member = b.member and r.currency = b.currency
  ) k
  cross join lateral (
    select case when k.kept_from is null then 0 else ${awardedBefore("k.kept_from")} end as expired,
      case when p.return_window_days = 0 then 0 else coalesce((
        select sum(e.currency_awarded) from ledger_entry e
        where e.member = b.member and e.currency = b.currency and e.type = 'Sale' and e.currency_awarded > 0
          and e.create_date_time > ${windowStart}), 0)
        - ${returnedOf(`r.original_posted_at > ${windowStart}`)} + ${maturingOfMerged} end as maturing
    offset 0
  ) w`;

/** Each balance with the points that returns hold and those that expire next. Reads one award of each balance, and one before the next to expire. */
export const memberBalanceQuery = `
  select b.id, b.member, b.currency, b.name, b.balance, b.sequence, b.last_at, greatest(0, b.spendable - h.held) as spendable,
    b.maturing, n.next_at, n.next_amount, h.held
  from balance_standing b
  cross join lateral (select ${heldOf("b.member", "b.currency")} as held offset 0) h
  left join lateral (
    select x.next_at, ${awardedBefore("g.kept_from")} - b.consumed as next_amount
    from (select b.consumed + ${returnedOfGone} as gone offset 0) h
    cross join lateral (
      select e.create_date_time as at from ledger_entry e
      where e.member = b.member and e.currency = b.currency and e.create_date_time >= b.kept_from
        and ${isAward("e")} and e.awarded_after > h.gone
      order by e.create_date_time, e.sequence limit 1
    ) f
    cross join lateral (select ${latestExpiry("r", "f.at")} as next_at from unnest(b.rules) r) x
    cross join lateral (select ${keptFrom("r", "x.next_at")} as kept_from from unnest(b.rules) r) g
  ) n on b.kept_from is not null`;

/**
 * The points of each balance that will expire, by the instant of expiry. All awards of a day expire at one instant, so
 * that the rules are computed once a day. Each instant adds the returns of its own awards to those of the earlier ones.
 */
export const expiringPointsQuery = `
  select md5(a.member::text || a.currency || extract(epoch from a.expires_at))::uuid as id, a.member, a.currency, a.expires_at, a.amount
  from (
    select b.member, b.currency, b.expires_at, b.awarded - greatest(b.consumed,
      lag(b.awarded) over (partition by b.member, b.currency order by b.expires_at)) as amount
    from (
      select b.member, b.currency, b.consumed, b.expires_at,
        b.awarded - sum(${returnedOf("r.original_posted_at > b.earlier and r.original_posted_at <= b.posted_at")})
          over (partition by b.member, b.currency order by b.expires_at) as awarded
      from (
        select d.member, d.currency, d.consumed, d.returned, x.expires_at, max(d.awarded) as awarded, max(d.posted_at) as posted_at,
          coalesce(lag(max(d.posted_at)) over (partition by d.member, d.currency order by x.expires_at), '-infinity') as earlier
        from (
          select b.member, b.currency, b.consumed, b.returned, b.rules, max(e.awarded_after) as awarded, max(e.create_date_time) as posted_at
          from balance_standing b
          join ledger_entry e on e.member = b.member and e.currency = b.currency and e.create_date_time >= b.kept_from
            and ${isAward("e")} and e.awarded_after > b.consumed
          group by b.member, b.currency, b.consumed, b.returned, b.rules, (e.create_date_time at time zone b.zone)::date
        ) d
        cross join lateral (select ${latestExpiry("r", "d.posted_at")} as expires_at from unnest(d.rules) r) x
        group by d.member, d.currency, d.consumed, d.returned, x.expires_at
      ) b
    ) b
  ) a
  where a.amount > 0`;

/** What linked returns took of each award. */
export const returnedAwardQuery = `
  select r.member, r.currency, r.sequence, sum(r.points) as points
  from returned_line r where r.points > 0 group by r.member, r.currency, r.sequence`;
