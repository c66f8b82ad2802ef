import { AppError, anewOf, changeOf, endedRule, groupBy, refuseRule } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { EffectWriter, InsertHook, NewRecord } from "../object/object.types.ts";
import {
  type LockedProgramme,
  localNowOf,
  lockProgrammes,
  putInForce,
  readRules,
  type StoredRule,
} from "./earning-rule.programme.ts";

const textOf = (value: unknown) => String(value ?? "");

const toStored = ({ id, content }: NewRecord): StoredRule => ({
  ...{ id, isOpen: true, inForceFrom: null, origin: textOf(content["Origin"]) },
  ...{ ruleId: textOf(content["RuleID"]), name: textOf(content["Name"]), rule: textOf(content["Rule"]) },
});

const programmeOf = ({ content }: NewRecord) => textOf(content["ProgramBusinessID"]);
const inForceFromOf = (content: NewRecord["content"]) => (content["InForceFrom"] ?? null) as string | null;

/** No version is in force from the future: a rule that begins later says so by its own `from`. Nor do versions come too fast. */
function refuseVersion({ clockMs, isBusy }: LockedProgramme, content: NewRecord["content"]): AppError | undefined {
  if (isBusy) return new AppError("Error_Rule_TooOften");
  const inForceFrom = inForceFromOf(content);
  if (inForceFrom === null || Date.parse(inForceFrom) <= clockMs) return undefined;
  const code = "Error_Field_Range";
  return new AppError(code, [
    { code, text: "InForceFrom: a time in the past. A rule begins later by its own from.", identifier: ".InForceFrom" },
  ]);
}

const programmeUnknown = () =>
  new AppError("Error_Programme_Unknown", [{ code: "Error_Programme_Unknown", identifier: ".ProgramBusinessID" }]);

/** @param others the other rules of the programme, to which it is added. */
function refuseNew(programme: LockedProgramme, others: StoredRule[], record: NewRecord): AppError | undefined {
  const rule = toStored(record);
  // The unique index answers for an ID that is taken, and for a create that is repeated.
  if (others.some(({ ruleId }) => ruleId === rule.ruleId)) return undefined;
  const refusal = refuseVersion(programme, record.content) ?? refuseRule(others, rule, programme.levels);
  if (!refusal) others.push(rule);
  return refusal;
}

/** A rule's programme must exist and take it. Those that are in force from one time make one version of it. */
export const ruleInsert: InsertHook = {
  async refuse(tx, records) {
    const programmes = await lockProgrammes(tx, records.map(programmeOf));
    const held = await readRules(tx, programmes.keys());
    const refused = new Map<string, AppError>();
    for (const record of records) {
      const programme = programmes.get(programmeOf(record));
      const refusal = programme
        ? refuseNew(programme, held.get(programme.businessId) ?? [], record)
        : programmeUnknown();
      if (refusal) refused.set(record.id, refusal);
    }
    return refused;
  },
  async after(tx, inserted) {
    const programmes = await lockProgrammes(tx, inserted.map(programmeOf));
    const held = await readRules(tx, programmes.keys());
    const later = new Set(inserted.map(({ id }) => id));
    // Those that are in force from now come last, so that each version has all rules before it.
    const groups = groupBy(inserted, (record) => JSON.stringify([programmeOf(record), inForceFromOf(record.content)]));
    const isOfNow = ([record]: readonly NewRecord[]) => Number(record && inForceFromOf(record.content) === null);
    for (const group of [...groups.values()].sort((a, b) => isOfNow(a) - isOfNow(b))) {
      for (const { id } of group) later.delete(id);
      const [{ content }] = group;
      const businessId = programmeOf(group[0]);
      const rules = held.get(businessId)?.filter(({ id }) => !later.has(id)) ?? [];
      await putInForce(tx, programmes.get(businessId) as LockedProgramme, rules, inForceFromOf(content));
    }
  },
};

/** The programme of a rule, which `lockProgrammeOf` has locked, and its other rules. */
async function readAround(tx: Tx, record: Readonly<Record<string, unknown>>) {
  const businessId = textOf(record["ProgramBusinessID"]);
  const programme = (await lockProgrammes(tx, [businessId])).get(businessId) as LockedProgramme;
  const rules = (await readRules(tx, [businessId])).get(businessId) ?? [];
  const isThis = ({ id }: StoredRule) => id === record["id"];
  return { programme, others: rules.filter((rule) => !isThis(rule)), rule: rules.find(isThis) as StoredRule };
}

/** Puts the edited rule into force. The action writes its fields. */
export const editRule: EffectWriter = async (tx, record, call) => {
  const content = (call.content ?? {}) as NewRecord["content"];
  const { programme, others, rule: stored } = await readAround(tx, record);
  const { Rule: rule = stored.rule, Name: name = stored.name } = content;
  const edited = { ...stored, rule: textOf(rule), name: textOf(name) };
  const refusal = refuseVersion(programme, content) ?? refuseRule(others, edited, programme.levels);
  if (refusal) throw refusal;
  await putInForce(tx, programme, [...others, edited], inForceFromOf(content));
  const anew = anewOf(stored, edited);
  return { changes: [], ...(anew.length > 0 && { note: `Rule changed. ${anew.join(" ")}.` }) };
};

/** Ends a rule by the clocks of its programme. */
export const endRule: EffectWriter = async (tx, record) => {
  const { programme, others, rule: stored } = await readAround(tx, record);
  const rule = endedRule(stored.rule, localNowOf(programme));
  await tx`update earning_rule set rule = ${rule} where id = ${stored.id}`;
  await putInForce(tx, programme, [...others, { ...stored, rule, isOpen: false }]);
  return { changes: changeOf("Rule", stored.rule, rule) };
};
