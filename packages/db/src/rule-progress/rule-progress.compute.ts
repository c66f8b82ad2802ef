import { hash } from "node:crypto";
import { progressOf, segmentsAt, showProgress, sumName, versionInForce } from "@rewards/domain";
import { versionName, versionsWithRules } from "../catalogue/catalogue.rules.ts";
import type { Computation } from "../computation.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { readTally } from "../ledger/ledger.tally.ts";
import { loadMembers } from "../sale/sale.load.ts";
import { loadMemberships } from "../segment-member/segment-member.load.ts";

/** How far a member is with each rule in force that counts by a running sum and is not for segments of others. Nothing for a member who does not exist. */
export const progressOfRules: Computation = async ({ sql, catalogue: cache, scope }, parameters) => {
  const key = String(parameters["MemberExternalID"]);
  const member = (await loadMembers(sql, [key])).get(key);
  if (!member || scope.programmes?.includes(member.programBusinessId) === false) return { rows: [] };
  const { programmes } = await cache.read(new Set(), new Set());
  const programme = programmes.get(member.programBusinessId);
  if (!programme) return { rows: [] };
  const nowMs = await readClock(sql);
  const earning = versionInForce(programme.earning, nowMs);
  const versions = versionsWithRules([{ programme, earning }]);
  const set = (await cache.ruleSets(versions)).get(
    versionName({ programmeId: programme.id, version: earning.version }),
  );
  if (!set) return { rows: [] };
  const memberships = await loadMemberships(sql, [{ memberId: member.id, soldAtMs: nowMs }], [set]);
  const segments = segmentsAt(memberships.get(member.id), nowMs);
  const rules = progressOf(set, { nowMs, timeZone: programme.timeZone, segments });
  const sums = await readTally(
    sql,
    rules.map(({ key: sum }) => ({ member: member.id, key: sum })),
  );
  const rows = rules.map((one) => ({
    id: idOf(`${member.id} ${one.rule.id}`),
    fields: showProgress(one, sums.get(sumName(member.id, one.key)) ?? 0n),
  }));
  return { rows };
};

/** A UUID that stays the same. */
const idOf = (text: string) => hash("sha256", text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
