/** SQL text about the rules of expiry: rows of the database view `balance_expiry` or `expiry_rule`, by their alias. */

/** The step from the start of a period to its end, by the name of the period. */
const stepOf = (until: string) =>
  `case ${until} when 'quarter' then interval '3 months' else ('1 ' || ${until})::interval end`;

/**
 * Every version of the expiry of each currency whose points expire, with the time at which it ended. A version without
 * a rule has the rule of the next version. `is_fixed`: a later version changed what an expiry counts from (awards or,
 * with `is_inactivity`, last entries), so the points of this version expire as if posted at its end.
 * @param versions rows of `expiry_version`.
 */
export const expiryRulesOf = (versions: string) => `
  select v.currency, p.time_zone_text as zone, r.months, r.until, r.step, v.ended_at,
    v.last_months is null as is_inactivity, v.is_fixed
  from (
    select n.*, (months is null, inactive_months is null) is distinct from (last_months is null, last_inactive_months is null)
      or version < max(version) filter (where coalesce(months, inactive_months) is not null
        and (months is null) is distinct from (last_months is null)) over (partition by currency) is true as is_fixed
    from (
      select currency, version, months, inactive_months,
        coalesce(lead(applied_at) over (partition by currency order by version), 'infinity') as ended_at,
        first_value(months) over newest as last_months, first_value(inactive_months) over newest as last_inactive_months
      from ${versions}
      window newest as (partition by currency order by version desc)
    ) n
  ) v
  join currency c on c.id = v.currency
  join programme p on p.id = c.program
  cross join lateral (
    select make_interval(months => coalesce(f.months, f.inactive_months)::int) as months, u.until, ${stepOf("u.until")} as step
    from ${versions} f, lateral (select coalesce(f.until, 'day') as until) u
    where f.currency = v.currency and f.version >= v.version and coalesce(f.months, f.inactive_months) is not null
    order by f.version limit 1
  ) r
  where coalesce(v.last_months, v.last_inactive_months) is not null`;

/** The instant that a rule counts from, whenever an award of the balance was posted; null if it counts from the award. */
const fixedAt = (rule: string, lastAt: string) =>
  `case when ${rule}.is_fixed then ${rule}.ended_at when ${rule}.is_inactivity then least(${lastAt}, ${rule}.ended_at) end`;

/** The rules of a balance's currency, with `fixed_at`. */
export const rulesOf = (rules: string, balance: string) => `
  select ${balance}.member, ${balance}.currency, r.zone, r.months, r.until, r.step, r.ended_at, r.is_inactivity,
    ${fixedAt("r", `${balance}.last_at`)} as fixed_at
  from ${rules} r where r.currency = ${balance}.currency`;

export const balanceExpiryQuery = `
  select r.member, r.currency, r.zone, r.months, r.until, r.step, r.ended_at, r.fixed_at
  from balance b cross join lateral (${rulesOf("expiry_rule", "b")}) r`;

export const expiryRuleQuery = expiryRulesOf("expiry_version");

/** When points that count from `at` expire by a rule: at the midnight that ends the period `months` later. */
export const expiryBy = (rule: string, at: string) =>
  `((date_trunc(${rule}.until, (${at} at time zone ${rule}.zone)::date + ${rule}.months) + ${rule}.step) at time zone ${rule}.zone)`;

/**
 * The inverse of `expiryBy`: the first instant whose points have not expired at `at` by this rule. Of a midnight that
 * clocks show twice, `at time zone` gives the second one.
 */
export function keptFromBy(rule: string, at: string): string {
  const shown = `date_trunc('day', ${at} at time zone ${rule}.zone)`;
  const today = `(${shown} - case when ${shown} at time zone ${rule}.zone > ${at} then interval '1 day' else interval '0' end)`;
  const day = `date_trunc(${rule}.until, ${today})`;
  const before = `(${day} - ${rule}.months)`;
  // A shorter month has no such day: its last day expired with the days before.
  const first = `(${before} + case when extract(day from ${before}) < extract(day from ${day}) then interval '1 day' else interval '0' end)`;
  const midnight = `(${first} at time zone ${rule}.zone)`;
  const earlier = `(${midnight} - interval '1 hour')`;
  return `case when ${earlier} at time zone ${rule}.zone = ${first} then ${earlier} else ${midnight} end`;
}

/** When an award of a balance expires: the latest of all its rules. */
export const latestExpiry = (rule: string, postedAt: string) =>
  `max(${expiryBy(rule, `coalesce(${rule}.fixed_at, least(${postedAt}, ${rule}.ended_at))`)})`;

/** By all rules of a balance: awards posted before this instant have expired at `at`. */
export const keptFrom = (rule: string, at: string) => `min(case
    when ${expiryBy(rule, `coalesce(${rule}.fixed_at, ${rule}.ended_at)`)} <= ${at} then 'infinity'
    when ${rule}.fixed_at is null then ${keptFromBy(rule, at)}
    else '-infinity' end)`;
