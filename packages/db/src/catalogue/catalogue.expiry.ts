import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "../client.ts";

type Fragment = PendingQuery<Row[]>;

const rulesOf = (sql: Sql | Tx): Fragment => sql`
  json_build_object('timeZone', p.time_zone_text, 'versions', (
    select json_agg(json_build_object('months', v.months, 'until', v.until, 'inactiveMonths', v.inactive_months,
      'appliedAtMs', floor(extract(epoch from v.applied_at) * 1000)::bigint) order by v.version)
    from expiry_version v where v.currency = c.id))`;

/** The `ExpiryRules` of the currency `c` of the programme `p`, as JSON; null if its points do not expire now. */
export const expiryRules = (sql: Sql | Tx): Fragment => sql`
  case when coalesce(c.expiry_months, c.expiry_inactive_months) is not null then ${rulesOf(sql)} end`;

/** The same, also if its points expired only in the past: what expired then stays so. Null if they never did. */
export const pastExpiryRules = (sql: Sql | Tx): Fragment => sql`
  case when exists (select from expiry_version v where v.currency = c.id and coalesce(v.months, v.inactive_months) is not null)
    then ${rulesOf(sql)} end`;
