import { memberByKey } from "@rewards/db";
import { earningRule } from "@rewards/domain";
import { elementsOf, jsonOf, type Pass, togetherMax } from "./books.check.ts";

/** A sale may be settled by a plan that was made so long before. */
export const planGrace = "interval '1 hour'";

/** When the sale `s` counts as made: the domain's `countedAtMs`. */
export const soldAt = "least(s.sale_date_time, s.create_date_time)";

/** The domain's `versionInForce` of the sale `s` and its programme `p`, of the versions that were applied by then. */
export const versionInForce = (appliedBy: string) => `(
  select coalesce(max(version) filter (where in_force_from <= ${soldAt} and applied_at <= ${appliedBy}), 1)
  from earning_version where program = p.id)`;

/** The same at the time of a plan, as early as it may have been made. */
export const versionWhenPlanned = (settledAt: string) => versionInForce(`${settledAt} - ${planGrace}`);

/** The return `s` of the entry `e` came through a member of another programme: its entry names the version of the original. */
const isOfOtherProgramme = `e.type = 'Return' and not exists (
    select from ${memberByKey("s.member_external_id", "past")} o where o.program_business_id = m.program_business_id)`;

/** Whether the entry `e` of `s` names the version `v` of its programme `p` that was in force for `s`. */
export const namesItsVersion = `e.rules >= ${versionWhenPlanned("e.create_date_time")}
        and e.rules <= ${versionInForce(`e.create_date_time + ${togetherMax}`)} and coalesce(v.in_force_from <= ${soldAt}, v.version = 1)
        or v.version is not null and ${isOfOtherProgramme}`;

const programmeRules = elementsOf(jsonOf("o.earning_rules"));
const sameRule = `j ->> 'id' = r.rule_id and coalesce(j ->> 'name', '') = r.name and j - 'id' - 'name' = ${jsonOf("r.rule")}`;
/** Of the programme `o`: what `rulesOfVersion` makes of its rules. */
export const recordsHold = `not exists (
    select from earning_rule r where r.program_business_id = o.business_id and r.status = '${earningRule.initial}'
      and not exists (select from ${programmeRules} j where ${sameRule}))
  and not exists (
    select from ${programmeRules} j
    where not exists (select from earning_rule r where r.program_business_id = o.business_id and ${sameRule}))`;

interface VersionedRules extends Pick<Pass, "of" | "invariant"> {
  readonly table: string;
  readonly versions: string;
  /** The column of `versions` with the ID of the row. */
  readonly owner: string;
  /** The row in findings. */
  readonly name: string;
  /** The columns of the rules: those of a version, by those of the table. */
  readonly rules: Readonly<Record<string, string>>;
  readonly check: string;
  readonly says: string;
  /** What else must hold of the row `o`, as SQL. */
  readonly holds?: string;
}

/** A trigger writes a version at each change of the rules in a row: the last version is what the row says now. */
export function versionsPass({
  of,
  invariant,
  table,
  versions,
  owner,
  name,
  rules,
  check,
  says,
  holds = "true",
}: VersionedRules): Pass {
  const now = Object.keys(rules).map((column) => `o.${column}`);
  const last = Object.values(rules).map((column) => `v.${column}`);
  return {
    of,
    invariant,
    rows: `
      select o.id, (${now.join(", ")}) is not distinct from (${last.join(", ")})
        and v.version = (select count(*) from ${versions} where ${owner} = o.id) and ${holds} as is_last
      from ${table} o left join lateral (
        select * from ${versions} where ${owner} = o.id order by version desc limit 1) v on true`,
    names: { [name]: "id" },
    checks: { [check]: { says, holds: "is_last" } },
  };
}
