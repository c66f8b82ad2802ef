import type { Sql, Tx } from "@rewards/db";
import { earningRule, type Rule } from "@rewards/domain";

/** The rules of a programme that are in force now. */
interface RulesInForce {
  /** The programme's BusinessID. */
  readonly programme: string;
  readonly timeZone: string;
  readonly version: number;
  /** In their order, as the last version has them, without those that have ended. */
  readonly rules: readonly Rule[];
}

/** In order of the programmes' BusinessIDs. */
export async function readRulesInForce(sql: Sql | Tx): Promise<RulesInForce[]> {
  const rows = await sql<(Omit<RulesInForce, "rules"> & { rules: string; open: string[] })[]>`
    select p.business_id as programme, p.time_zone_text as "timeZone", v.version, v.rules, array(
      select rule_id from earning_rule where program_business_id = p.business_id and status = ${earningRule.initial}
    ) as open from programme p
    join lateral (select version, rules from earning_version where program = p.id order by version desc limit 1) v on true
    order by p.business_id`;
  return rows.map(({ rules, open, ...row }) => ({
    ...row,
    rules: (JSON.parse(rules) as Rule[]).filter(({ id }) => open.includes(id)),
  }));
}
