import { AppError, anewOf, changeOf, endedRule, refuseRule } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import type { EffectWriter, InsertHook, NewRecord } from "../object/object.types.ts";
import {
  type LockedProgramme,
  lockProgrammes,
  putInForce,
  readLocalMs,
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

/** A rule from the future needs a date of its own: versions need no second time to be sorted by. */
async function refuseFuture(tx: Tx, content: NewRecord["content"]): Promise<AppError | undefined> {
  const inForceFrom = inForceFromOf(content);
  if (inForceFrom === null || Date.parse(inForceFrom) <= (await readClock(tx))) return undefined;
  const code = "Error_Field_Range";
  return new AppError(code, [
    { code, text: "InForceFrom: a time in the past. A rule begins later by its own from.", identifier: ".InForceFrom" },
  ]);
}

const programmeUnknown = () =>
  new AppError("Error_Programme_Unknown", [{ code: "Error_Programme_Unknown", identifier: ".ProgramBusinessID" }]);

/** A rule's programme must exist and take it. Each rule writes a version of its programme. */
export const ruleInsert: InsertHook = {
  async refuse(tx, records) {
    const programmes = await lockProgrammes(tx, records.map(programmeOf));
    const held = await readAll(tx, programmes);
    const refused = new Map<string, AppError>();
    for (const record of records) {
      const others = held.get(programmeOf(record));
      const rule = toStored(record);
      // The unique index answers for an ID that is taken, and for a create that is repeated.
      if (others?.some(({ ruleId }) => ruleId === rule.ruleId)) continue;
      const refusal = others
        ? ((await refuseFuture(tx, record.content)) ?? refuseRule(others, rule))
        : programmeUnknown();
      if (refusal) refused.set(record.id, refusal);
      else others?.push(rule);
    }
    return refused;
  },
  async after(tx, inserted) {
    const programmes = await lockProgrammes(tx, inserted.map(programmeOf));
    const held = await readAll(tx, programmes);
    const later = new Set(inserted.map(({ id }) => id));
    for (const record of inserted) {
      later.delete(record.id);
      const rules = held.get(programmeOf(record))?.filter(({ id }) => !later.has(id)) ?? [];
      const programme = programmes.get(programmeOf(record)) as LockedProgramme;
      await putInForce(tx, programme, rules, inForceFromOf(record.content));
    }
  },
};

async function readAll(tx: Tx, programmes: ReadonlyMap<string, LockedProgramme>): Promise<Map<string, StoredRule[]>> {
  const held = new Map<string, StoredRule[]>();
  for (const [businessId, programme] of programmes) held.set(businessId, await readRules(tx, programme));
  return held;
}

/** The programme of a rule, which `lockProgrammeOf` has locked, and its other rules. */
async function readAround(tx: Tx, record: Readonly<Record<string, unknown>>) {
  const businessId = textOf(record["ProgramBusinessID"]);
  const programme = (await lockProgrammes(tx, [businessId])).get(businessId) as LockedProgramme;
  const rules = await readRules(tx, programme);
  const isThis = ({ id }: StoredRule) => id === record["id"];
  return { programme, others: rules.filter((rule) => !isThis(rule)), rule: rules.find(isThis) as StoredRule };
}

/** Puts the edited rule into force. The action writes its fields. */
export const editRule: EffectWriter = async (tx, record, call) => {
  const content = (call.content ?? {}) as NewRecord["content"];
  const { programme, others, rule: stored } = await readAround(tx, record);
  const { Rule: rule = stored.rule, Name: name = stored.name } = content;
  const edited = { ...stored, rule: textOf(rule), name: textOf(name) };
  const refusal = (await refuseFuture(tx, content)) ?? refuseRule(others, edited);
  if (refusal) throw refusal;
  await putInForce(tx, programme, [...others, edited], inForceFromOf(content));
  const anew = anewOf(stored, edited);
  return { changes: [], ...(anew.length > 0 && { note: `Rule changed. ${anew.join(" ")}.` }) };
};

/** Ends a rule by the clocks of its programme. */
export const endRule: EffectWriter = async (tx, record) => {
  const { programme, others, rule: stored } = await readAround(tx, record);
  const rule = endedRule(stored.rule, await readLocalMs(tx, programme));
  await tx`update earning_rule set rule = ${rule} where id = ${stored.id}`;
  await putInForce(tx, programme, [...others, { ...stored, rule, isOpen: false }]);
  return { changes: changeOf("Rule", stored.rule, rule) };
};
