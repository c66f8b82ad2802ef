import { AppError, anewOf, changeOf, endedRule, groupBy, refuseRule } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { Effect, EffectCall, Effects, EffectWriter, InsertHook, NewRecord } from "../object/object.types.ts";
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
function refuseVersion({ clockMs, changesLeft }: LockedProgramme, content: NewRecord["content"]): AppError | undefined {
  if (changesLeft < 1) return new AppError("Error_Rule_TooOften");
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

/** What a call does to its rule. */
interface RuleChange {
  readonly rule: StoredRule;
  readonly inForceFrom: string | null;
  readonly effect: Effect;
}

/** A rule with its programme, which `lockProgrammesOf` has locked, and the programme's other rules. */
interface Around {
  readonly programme: LockedProgramme;
  readonly others: StoredRule[];
  readonly stored: StoredRule;
}

/** Puts changed rules into force, one after the other: each change makes a version of its programme. */
async function changeRules(
  tx: Tx,
  calls: readonly EffectCall[],
  decide: (call: EffectCall, around: Around) => RuleChange | AppError,
): Promise<Map<string, RuleChange | AppError>> {
  const businessIdOf = ({ record }: EffectCall) => textOf(record["ProgramBusinessID"]);
  const programmes = await lockProgrammes(tx, calls.map(businessIdOf));
  const held = await readRules(tx, programmes.keys());
  const changes = new Map<string, RuleChange | AppError>();
  for (const call of calls) {
    const businessId = businessIdOf(call);
    const programme = programmes.get(businessId) as LockedProgramme;
    const rules = held.get(businessId) ?? [];
    const isThis = ({ id }: StoredRule) => id === call.id;
    const others = rules.filter((rule) => !isThis(rule));
    const change = decide(call, { programme, others, stored: rules.find(isThis) as StoredRule });
    changes.set(call.id, change);
    if (change instanceof AppError) continue;
    held.set(businessId, [...others, change.rule]);
    if (await putInForce(tx, programme, [...others, change.rule], change.inForceFrom))
      programmes.set(businessId, { ...programme, changesLeft: programme.changesLeft - 1 });
  }
  return changes;
}

const effectsOf = (changes: ReadonlyMap<string, RuleChange | AppError>): Effects =>
  new Map([...changes].map(([id, change]) => [id, change instanceof AppError ? change : change.effect]));

/** Puts edited rules into force. The action writes their fields. */
export const editRules: EffectWriter = async (tx, calls) =>
  effectsOf(
    await changeRules(tx, calls, ({ content: given }, { programme, others, stored }) => {
      const content = (given ?? {}) as NewRecord["content"];
      const { Rule: rule = stored.rule, Name: name = stored.name } = content;
      const edited = { ...stored, rule: textOf(rule), name: textOf(name) };
      const refusal = refuseVersion(programme, content) ?? refuseRule(others, edited, programme.levels);
      if (refusal) return refusal;
      const anew = anewOf(stored, edited);
      const effect = { changes: [], ...(anew.length > 0 && { note: `Rule changed. ${anew.join(" ")}.` }) };
      return { rule: edited, inForceFrom: inForceFromOf(content), effect };
    }),
  );

/** Ends rules by the clocks of their programmes. */
export const endRules: EffectWriter = async (tx, calls) => {
  const changes = await changeRules(tx, calls, (_, { programme, stored }) => {
    const rule = endedRule(stored.rule, localNowOf(programme));
    const effect = { changes: changeOf("Rule", stored.rule, rule) };
    return { rule: { ...stored, rule, isOpen: false }, inForceFrom: null, effect };
  });
  const ended = [...changes.values()].flatMap((change) => (change instanceof AppError ? [] : [change.rule]));
  const ids = ended.map(({ id }) => id);
  await tx`
    update earning_rule e set rule = r.rule from unnest(${ids}::uuid[], ${ended.map(({ rule }) => rule)}::text[]) as r(id, rule)
    where e.id = any(${ids}::uuid[]) and e.id = r.id`;
  return effectsOf(changes);
};
