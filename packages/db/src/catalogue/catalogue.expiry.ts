import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "../client.ts";

/** The `ExpiryRules` of the currency `c` of the programme `p`, as JSON; null if its points do not expire now. */
export const expiryRules = (sql: Sql | Tx): PendingQuery<Row[]> => sql`
  case when coalesce(c.expiry_months, c.expiry_inactive_months) is not null then json_build_object(
    'timeZone', p.time_zone_text,
    'versions', (
      select json_agg(json_build_object('months', v.months, 'until', v.until, 'inactiveMonths', v.inactive_months,
        'appliedAtMs', floor(extract(epoch from v.applied_at) * 1000)::bigint) order by v.version)
      from expiry_version v where v.currency = c.id)) end`;
