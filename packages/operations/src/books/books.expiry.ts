import { isAward, lastExpired, textLiteral } from "@rewards/db";
import { cancellationType } from "@rewards/domain";
import { entryNames, type Pass } from "./books.check.ts";
import { versionsPass } from "./books.versions.ts";

/** When a time plus some months is over, by the clocks of the programme `p`: the midnight after the last day. */
const midnightAfter = (time: string, months: string, until: string) => `
  ((date_trunc(${until}, (${time} at time zone p.time_zone_text)::date + make_interval(months => ${months}::int))
    + case ${until} when 'quarter' then interval '3 months' else ('1 ' || ${until})::interval end) at time zone p.time_zone_text)`;

/** A programme may have had another time zone, in which days ended earlier. */
const zoneMax = "interval '26 hours'";

/** What returns took back from sales of the balance of `x` before `x`, as far as these awards fulfil a condition. */
const returnedBefore = (condition: string) => `
  (select coalesce(sum(t.points), 0) from sale_return t
    join ledger_entry r on r.source_id = t.return_id and r.type = 'Return' and r.currency = t.currency and r.member = t.member
    where t.member = x.member and t.currency = x.currency and t.points > 0 and r.sequence < x.sequence and ${condition})`;

/** Whether the entry before `x` is a Cancellation, and the source of `x`. */
const isAfterCancellation = `(b.id = x.source_id and b.type = ${textLiteral(cancellationType)})`;

/**
 * Whether the award `a` had expired by any version of the rules while it was in force, or an earlier Expiry took what was
 * left up to it. By inactivity, the time counts from the last entry before.
 */
const wasOver = `(exists (
    select from ledger_entry y join ledger_entry z on z.id = ${lastExpired("y")}
    where y.member = x.member and y.currency = x.currency and y.type = 'Expiry' and y.sequence < x.sequence and z.sequence >= a.sequence)
  or exists (
    select from expiry_version w
    cross join lateral (select least(x.create_date_time, (
      select min(applied_at) from expiry_version where currency = w.currency and version > w.version)) as until) u
    cross join lateral (select max(create_date_time) as at from ledger_entry
      where member = x.member and currency = x.currency and create_date_time < u.until) l
    where w.currency = x.currency and w.applied_at <= x.create_date_time
      and case when w.months is not null then ${midnightAfter("a.create_date_time", "w.months", "coalesce(w.until, 'day')")}
        else ${midnightAfter("l.at", "w.inactive_months", "'day'")} end <= u.until + ${zoneMax}))`;

/** Joins each Expiry entry with its award, with the entry before it, and with the rule of its time. */
const entries: Pass = {
  of: "expiry entries",
  invariant: "I5",
  rows: `
    select x.id, x.member, x.currency, x.sequence, x.currency_awarded as amount,
      ${isAward("a")} and a.member = x.member and a.currency = x.currency and a.sequence < x.sequence as is_award,
      x.source_id = a.id or ${isAfterCancellation} as is_source,
      case when v.months is not null then ${midnightAfter("a.create_date_time", "v.months", "coalesce(v.until, 'day')")}
        else ${midnightAfter("b.create_date_time", "v.inactive_months", "'day'")} end <= x.create_date_time + ${zoneMax}
        or ${isAfterCancellation} and ${wasOver} as is_over,
      a.awarded_after - ${returnedBefore("t.original_posted_at <= a.create_date_time")} as expired,
      x.awarded_after - (x.member_balance - x.currency_awarded) - ${returnedBefore("true")} as deducted
    from ledger_entry x
    left join ledger_entry a on a.id = ${lastExpired("x")}
    left join ledger_entry b on b.member = x.member and b.currency = x.currency and b.sequence = x.sequence - 1
    left join currency c on c.id = x.currency
    left join programme p on p.id = c.program
    left join lateral (
      select months, until, inactive_months from expiry_version
      where currency = x.currency and applied_at <= x.create_date_time order by version desc limit 1
    ) v on true
    where x.type = 'Expiry'`,
  names: entryNames,
  checks: {
    "expiry.source": {
      says: "The source of an Expiry entry is an earlier award of the same balance that had expired by the rule of that time. After a Cancellation it is that entry, and its why names an award that had expired then or before.",
      holds: "is_award and is_over and is_source",
    },
    "expiry.amount": {
      says: "An Expiry entry takes what earlier deductions had not taken of the awards up to its source.",
      holds: "amount = least(0, deducted - expired)",
    },
  },
};

/** What counts the expiry of a currency, by its last rule: the last entry of a balance, or each award. */
const isIdle = `coalesce((select v.inactive_months is not null from expiry_version v
  where v.currency = c.id and coalesce(v.months, v.inactive_months) is not null order by v.version desc limit 1), false)`;

/** Balances of currencies that were swept, with the awards up to the mark of the sweep. */
const swept: Pass = {
  of: "swept balances",
  invariant: "I5",
  rows: `
    select b.member, b.currency, b.awarded - b.balance - b.returned as deducted,
      coalesce(e.awarded, 0) - coalesce(r.points, 0) as expired
    from currency c
    join balance b on b.currency = c.id and (not ${isIdle} or b.last_at <= c.swept_to)
    left join (
      select e.member, e.currency, max(e.awarded_after) as awarded
      from ledger_entry e join currency c on c.id = e.currency and e.create_date_time <= c.swept_to
      group by e.member, e.currency
    ) e on e.member = b.member and e.currency = b.currency
    left join (
      select t.member, t.currency, sum(t.points) as points
      from sale_return t join currency c on c.id = t.currency and t.original_posted_at <= c.swept_to
      group by t.member, t.currency
    ) r on r.member = b.member and r.currency = b.currency
    where c.swept_to is not null`,
  names: { member: "member", currency: "currency" },
  checks: {
    "expiry.swept": {
      says: "Up to the mark of the sweep, no expired points are left in a balance.",
      holds: "expired <= deducted",
    },
  },
};

const versions = versionsPass({
  of: "currencies with their versions",
  table: "currency",
  versions: "expiry_version",
  owner: "currency",
  name: "currency",
  rules: { expiry_months: "months", expiry_until: "until", expiry_inactive_months: "inactive_months" },
  check: "currency.expiry",
  invariant: "I5",
  says: "The expiry of a currency is that of its last version, and its versions run from 1 without a gap.",
});

export const expiryPasses: readonly Pass[] = [entries, swept, versions];
