import {
  earningRule,
  type HeldRule,
  localMsOf,
  ruleChangesMax,
  ruleChangesWithinMs,
  rulesOfVersion,
} from "@rewards/domain";
import type { Tx } from "../client.ts";

/** A programme whose row is locked, so that nobody else changes its rules. */
export interface LockedProgramme {
  readonly businessId: string;
  readonly timeZone: string;
  readonly lateDays: number | null;
  /** The names of its tiers. */
  readonly levels: readonly string[];
  /** Postgres' clock, about when it was locked. */
  readonly clockMs: number;
  /** How often its rules may change now. */
  readonly changesLeft: number;
}

/** A rule of a programme, as its row has it. */
export interface StoredRule extends HeldRule {
  readonly id: string;
  readonly origin: string;
  readonly inForceFrom: Date | null;
}

/** Locks the rows of programmes in one order. What changes rules does it before it locks a rule. Unknown ones are left out. */
export async function lockProgrammes(tx: Tx, businessIds: readonly string[]): Promise<Map<string, LockedProgramme>> {
  const rows = await tx<LockedProgramme[]>`
    select business_id as "businessId", time_zone_text as "timeZone", earning_late_days as "lateDays",
      coalesce(jsonb_path_query_array(earning_tiers::jsonb, '$.levels[*].name'), '[]') as levels,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs",
      ${ruleChangesMax} - (select count(*)::int from (select applied_at from earning_version
        where program = programme.id order by version desc limit ${ruleChangesMax}) as latest
        where applied_at > clock_timestamp() - ${ruleChangesWithinMs}::int * interval '1 ms') as "changesLeft"
    from programme where business_id = any(${[...businessIds]}::text[]) order by business_id for update`;
  return new Map(rows.map((row) => [row.businessId, row]));
}

/** Locks the programmes of rules. */
export async function lockProgrammesOf(tx: Tx, ruleIds: readonly string[]): Promise<void> {
  const rows = await tx<{ programme: string }[]>`
    select program_business_id as programme from earning_rule where id = any(${[...ruleIds]}::uuid[])`;
  if (rows.length > 0) await lockProgrammes(tx, [...new Set(rows.map(({ programme }) => programme))]);
}

/** All rules of locked programmes, ended ones too, by BusinessID. */
export async function readRules(tx: Tx, businessIds: Iterable<string>): Promise<Map<string, StoredRule[]>> {
  const ids = [...businessIds];
  const rows = await tx<(StoredRule & { readonly programme: string })[]>`
    select program_business_id as programme, id, rule_id as "ruleId", name, rule, origin, in_force_from as "inForceFrom",
      status = ${earningRule.initial} as "isOpen"
    from earning_rule where program_business_id = any(${ids}::text[])`;
  const held = new Map(ids.map((id): [string, StoredRule[]] => [id, []]));
  for (const { programme, ...rule } of rows) held.get(programme)?.push(rule);
  return held;
}

/** The time that the clocks of a locked programme show, as `localMsOf` gives it. */
export const localNowOf = ({ clockMs, timeZone }: LockedProgramme): number => localMsOf(clockMs, timeZone);

/**
 * Puts the rules of a locked programme into force: a trigger writes their version. If they are those of its last version,
 * it does so only for an earlier time.
 * @param inForceFrom ISO 8601; by default from now.
 * @returns whether there is a new version.
 */
export async function putInForce(
  tx: Tx,
  programme: LockedProgramme,
  held: readonly HeldRule[],
  inForceFrom: string | null = null,
): Promise<boolean> {
  const { lateDays, businessId } = programme;
  const rules = rulesOfVersion(held, { nowMs: localNowOf(programme), lateDays });
  const { count } = await tx`
    update programme set earning_rules = ${rules}, earning_from = coalesce(${inForceFrom}::timestamptz, clock_timestamp()),
      version = version + 1, update_date_time = clock_timestamp()
    where business_id = ${businessId} and (earning_rules <> ${rules} or earning_from is distinct from ${inForceFrom}::timestamptz
      and ${inForceFrom}::timestamptz is not null)`;
  return count > 0;
}
