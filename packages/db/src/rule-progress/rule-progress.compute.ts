import { hash } from "node:crypto";
import { type ProgressOf, progressOf, showProgress, versionInForce } from "@rewards/domain";
import { versionName, versionsWithRules } from "../catalogue/catalogue.rules.ts";
import type { Sql } from "../client.ts";
import type { Computation } from "../computation.ts";
import { wideAmountOf } from "../ledger/ledger.lock.ts";
import { loadMembers } from "../sale/sale.load.ts";

/** How far a member is with each rule in force that counts by a running sum. Nothing for a member who does not exist. */
export const progressOfRules: Computation = async ({ sql, catalogue: cache, scope }, parameters) => {
  const key = String(parameters["MemberExternalID"]);
  const member = (await loadMembers(sql, [key])).get(key);
  if (!member || scope.programmes?.includes(member.programBusinessId) === false) return [];
  const { programmes } = await cache.read(new Set(), new Set());
  const programme = programmes.get(member.programBusinessId);
  if (!programme) return [];
  const nowMs = await readNow(sql);
  const earning = versionInForce(programme.earning, nowMs);
  const versions = versionsWithRules([{ programme, earning }]);
  const set = (await cache.ruleSets(versions)).get(
    versionName({ programmeId: programme.id, version: earning.version }),
  );
  const rules = set ? progressOf(set, nowMs, programme.timeZone) : [];
  const sums = await readTally(sql, member.id, rules);
  return rules.map((one) => ({
    id: idOf(`${member.id} ${one.rule.id}`),
    fields: showProgress(one, sums.get(one.key) ?? 0n),
  }));
};

async function readNow(sql: Sql): Promise<number> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  return row?.now.getTime() ?? Number.NaN;
}

async function readTally(sql: Sql, member: string, rules: readonly ProgressOf[]): Promise<Map<string, bigint>> {
  if (rules.length === 0) return new Map();
  const keys = [...new Set(rules.map(({ key }) => key))];
  const rows = await sql<{ key: string; value: string }[]>`
    select key, value from tally where member = ${member} and key = any(${keys}::text[])`;
  return new Map(rows.map(({ key, value }) => [key, wideAmountOf(value)]));
}

/** A UUID that stays the same. */
const idOf = (text: string) => hash("sha256", text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
