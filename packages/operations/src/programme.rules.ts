import {
  changeRecord,
  insertRows,
  type LockedProgramme,
  localNowOf,
  readRules,
  type StoredRule,
  type Tx,
} from "@rewards/db";
import {
  changeOf,
  earningRule,
  type FileChange,
  fileOrigin,
  type HeldRule,
  operatorUser,
  planFile,
  type Rule,
  rulesOfVersion,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";

const notes: Readonly<Record<FileChange<StoredRule>["action"], string>> = {
  Edit: "Rule changed.",
  End: "Rule ended.",
  Reopen: "Rule in force.",
};

/**
 * Makes the rules of a file those of its programme, which is locked or new.
 * @returns the rules of the next version, undefined if nothing changes; and the sums that start anew, in words.
 * @throws AppError as `planFile`.
 */
export async function applyFileRules(
  tx: Tx,
  programme: LockedProgramme,
  given: readonly Rule[],
  inForceFrom: string | null,
): Promise<{ readonly rules: string | undefined; readonly anew: readonly string[] }> {
  const nowMs = localNowOf(programme);
  const stored = (await readRules(tx, [programme.businessId])).get(programme.businessId) ?? [];
  const { created, changed, held, anew } = planFile(stored, given, { nowMs, levels: programme.levels });
  await insertRows(
    tx,
    earningRule,
    created.map((rule) => newRecord(programme, rule, inForceFrom)),
  );
  for (const change of changed) await writeChange(tx, change, inForceFrom);
  if (created.length + changed.length === 0) return { rules: undefined, anew };
  return { rules: rulesOfVersion(held, { nowMs, lateDays: programme.lateDays }), anew };
}

function newRecord({ businessId }: LockedProgramme, { ruleId, name, rule }: HeldRule, InForceFrom: string | null) {
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
  await changeRecord(tx, earningRule, {
    id: before.id,
    columns: {
      ...{ name: after.name, rule: after.rule, status: statusOf(after), in_force_from: inForceFrom },
      ...{ confirmation_note: notes[action], update_user_id: operatorUser },
    },
    action,
    changes: [
      ...changeOf("Status", statusOf(before), statusOf(after)),
      ...changeOf("Name", before.name, after.name),
      ...changeOf("Rule", before.rule, after.rule),
      ...changeOf("InForceFrom", before.inForceFrom, inForceFrom),
    ],
  });
}

const statusOf = ({ isOpen }: HeldRule) => (isOpen ? earningRule.initial : earningRule.transitions.end.to);
