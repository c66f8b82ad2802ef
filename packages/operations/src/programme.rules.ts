import { changeRecords, insertRows, readRules, type StoredRule, type Tx } from "@rewards/db";
import {
  AppError,
  changeOf,
  earningRule,
  type FileChange,
  type FilePlan,
  fileOrigin,
  type HeldRule,
  localMsOf,
  operatorUser,
  type ProgrammeFile,
  planFile,
  rulesOfVersion,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";

const notes: Readonly<Record<FileChange<StoredRule>["action"], string>> = {
  Edit: "Rule changed.",
  End: "Rule ended.",
  Reopen: "Rule in force.",
};

/** A file that the programmes as they are do not allow. */
export class ProgrammeRefusal extends Error {
  override readonly name = "ProgrammeRefusal";
}

/** A programme as a file describes it. */
export type Written = ProgrammeFile["programmes"][number];

interface RulePlan extends FilePlan<StoredRule> {
  /** The rules that the programme has, ended ones too. */
  readonly stored: readonly StoredRule[];
  /** The version that these rules make. */
  readonly versionOf: (held: readonly HeldRule[]) => string;
}

/**
 * What a file changes in the rules of its programme at a time.
 * @throws ProgrammeRefusal for what `planFile` refuses.
 */
export async function planRules(
  tx: Tx,
  { businessId, timeZone, tiers, earning: { rules, lateDays } }: Written,
  atMs: number,
): Promise<RulePlan> {
  const stored = (await readRules(tx, [businessId])).get(businessId) ?? [];
  const nowMs = localMsOf(atMs, timeZone);
  try {
    const plan = planFile(stored, rules, { nowMs, levels: tiers?.levels.map(({ name }) => name) ?? [] });
    return { ...plan, stored, versionOf: (held) => rulesOfVersion(held, { nowMs, lateDays: lateDays ?? null }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const texts = error.details.map(({ code, text = code }) => text);
    throw new ProgrammeRefusal(`programme ${businessId}, rules: ${texts.join(" ")}`);
  }
}

/**
 * Makes the rules of a file those of its programme, which is locked or new.
 * @returns the rules of the next version, undefined if nothing changes; and the sums that start anew, in words.
 * @throws ProgrammeRefusal as `planRules`.
 */
export async function applyFileRules(
  tx: Tx,
  written: Written,
  { atMs, inForceFrom }: { readonly atMs: number; readonly inForceFrom: string | null },
): Promise<{ readonly rules: string | undefined; readonly anew: readonly string[] }> {
  const { created, changed, held, anew, versionOf } = await planRules(tx, written, atMs);
  await insertRows(
    tx,
    earningRule,
    created.map((rule) => newRecord(written, rule, inForceFrom)),
  );
  for (const change of changed) await writeChange(tx, change, inForceFrom);
  return { rules: created.length + changed.length === 0 ? undefined : versionOf(held), anew };
}

function newRecord({ businessId }: Written, { ruleId, name, rule }: HeldRule, InForceFrom: string | null) {
  const content = {
    ...{ Origin: fileOrigin, ProgramBusinessID: businessId, RuleID: ruleId, Name: name, Description: "" },
    ...{ Rule: rule, InForceFrom },
  };
  return { id: uuidv7(), content, user: operatorUser };
}

async function writeChange(
  tx: Tx,
  { action, before, after }: FileChange<StoredRule>,
  inForceFrom: string | null,
): Promise<void> {
  const columns = {
    ...{ name: after.name, rule: after.rule, status: statusOf(after), in_force_from: inForceFrom },
    ...{ confirmation_note: notes[action], update_user_id: operatorUser },
  };
  const changes = [
    ...changeOf("Status", statusOf(before), statusOf(after)),
    ...changeOf("Name", before.name, after.name),
    ...changeOf("Rule", before.rule, after.rule),
    ...changeOf("InForceFrom", before.inForceFrom, inForceFrom),
  ];
  await changeRecords(tx, earningRule, { action }, [{ id: before.id, columns, changes }]);
}

const statusOf = ({ isOpen }: HeldRule) => (isOpen ? earningRule.initial : earningRule.transitions.end.to);
