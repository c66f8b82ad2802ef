import {
  type ActionDefinition,
  AppError,
  actionRight,
  changeOf,
  type FieldChange,
  fieldChanges,
  moveFrom,
  type ObjectDefinition,
  refuseStale,
  statusAfter,
  statusIllegal,
} from "@rewards/domain";
import { writeAudit } from "../audit.write.ts";
import { type AwaitedKind, lockKeys, wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.cache.ts";
import type { Sql, Tx } from "../client.ts";
import { violates } from "../fault.ts";
import { changeRecord } from "../history/history.write.ts";
import { claimKeys, keepVersion } from "../idempotency/idempotency.claim.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { takeOffPending } from "../object/object.settle.ts";
import { shownStatus } from "../object/object.status.ts";
import { columnFields, columnName, keyIndexName, recordColumnNames, sealedColumn } from "../object/object.table.ts";
import type { ActionCall, Effect } from "../object/object.types.ts";
import { noKeys, type PersonalKeys } from "../personal/personal.keys.ts";
import { editPersonal } from "../personal/personal.seal.ts";
import { actionLocks, effectWriters } from "../plugins.ts";
import { refuseAction } from "../scope/scope.records.ts";

export interface ActionOutcome {
  readonly status: string;
  /** The record's version after the action; null for a repeated answer whose version was not stored. */
  readonly version: number | null;
  readonly woken: readonly string[];
  /** The call was already done, and this is its first answer again. */
  readonly isReplayed: boolean;
}

/**
 * Runs an action within one transaction: locks the record, compares its version with those that the caller expects,
 * looks up the move in the transition table, and writes effect, fields and history. A call with a known idempotency
 * key gets the first answer again, with the version of then, even if the record has changed since. A refusal writes
 * nothing, not even the key.
 * @param keys the keys of personal fields.
 * @throws AppError 403, 404, 409, 422, or 503 if personal fields cannot be decrypted.
 */
export async function runAction(
  sql: Sql,
  action: ActionDefinition,
  call: ActionCall,
  keys: PersonalKeys = noKeys,
): Promise<ActionOutcome> {
  const { target } = action;
  try {
    return await sql.begin(async (tx) => {
      await refuseAction(tx, action, call);
      return (await readFirstAnswer(tx, action, call)) ?? perform(tx, action, call, keys);
    });
  } catch (error) {
    if (!target.key || !violates(error, keyIndexName(target, target.key.field))) throw error;
    throw new AppError("Error_Key_Taken", [{ code: "Error_Key_Taken", identifier: `.${target.key.field}` }], {
      cause: error,
    });
  }
}

/** Claims the call's key, if it has one. Undefined if the key is new or missing: the action is still to be done. */
async function readFirstAnswer(
  tx: Tx,
  action: ActionDefinition,
  { id, claim }: ActionCall,
): Promise<ActionOutcome | undefined> {
  if (!claim) return undefined;
  const first = (await claimKeys(tx, [{ claim, id, status: statusAfter(action) }])).get(id);
  if (first instanceof AppError) throw first;
  return first && { status: first.status, version: first.version, woken: [], isReplayed: true };
}

async function perform(tx: Tx, action: ActionDefinition, call: ActionCall, keys: PersonalKeys): Promise<ActionOutcome> {
  const { target } = action;
  const set = definedOnly(action.set?.(call.content as never) ?? {});
  const renamed = renamedKey(target, set);
  if (renamed) await lockKeys(tx, renamed.kind, [renamed.key]);
  await actionLocks[target.noun]?.(tx, call.id);
  const record = await lockRecord(tx, target, call.id);
  const version = Number(record["version"]);
  refuseStale(call.expected, version);
  const status = moveFrom(target, String(record["Status"]), action.transition);
  if (status === undefined) throw statusIllegal(action, String(record[shown]));
  const decidedMs = await askGuard(tx, action, record);
  const effect: Effect = action.effect ? await effectWriters[action.effect](tx, record, call) : { changes: [] };
  const personal = await editPersonal(tx, keys, target, record, set);
  const known = { ...record, ...personal?.known };
  const changes = [
    ...changeOf("Status", record["Status"], status),
    ...fieldChanges(target, known, set),
    ...effect.changes,
  ];
  const note = effect.note ?? action.answer.note;
  await writeRecord(tx, action, call, { status, set, record, personal: personal?.columns, changes, note, decidedMs });
  if (action.isAudited) await auditAction(tx, action, call, { changes, ...effect.audit });
  if (call.claim) await keepVersion(tx, call.claim, version + 1);
  if (target.staged && status !== record["Status"]) await takeOffPending(tx, target, [call.id]);
  const woken = renamed ? await wakeAwaiting(tx, renamed.kind, [renamed.key]) : [];
  if (target.catalogued) await bumpCatalogue(tx);
  return { status, version: version + 1, woken, isReplayed: false };
}

/** @param detail the changes of the object's fields, with their values before and after, and what the effect adds. */
async function auditAction(
  tx: Tx,
  action: ActionDefinition,
  { id, user, source }: ActionCall,
  detail: object,
): Promise<void> {
  const record = { class: action.target.class, id };
  const author = { actor: user, ...source };
  await writeAudit(tx, { author, operation: actionRight(action), record, detail });
}

/** Runs the action's guard. Returns the time that the guard decided by; undefined for an action without a guard. */
async function askGuard(
  tx: Tx,
  { guard }: ActionDefinition,
  record: Record<string, unknown>,
): Promise<number | undefined> {
  if (!guard) return undefined;
  const nowMs = await readClock(tx);
  const refusal = guard(record, nowMs);
  if (refusal) throw new AppError(refusal);
  return nowMs;
}

/** The new business key that an action sets. Sales may wait for it, so it is locked before anything else. */
function renamedKey(
  target: ObjectDefinition,
  set: Record<string, unknown>,
): { kind: AwaitedKind; key: string } | undefined {
  const key = target.key && set[target.key.field];
  return target.awaited && typeof key === "string" ? { kind: target.awaited, key } : undefined;
}

function definedOnly(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The column of the status that callers see, which a refusal names. */
const shown = "shown_status";

/** The record under the names of its fields, with `id`, `Status`, `version`, its shown status and the text of sealed fields. */
async function lockRecord(tx: Tx, target: ObjectDefinition, id: string): Promise<Record<string, unknown>> {
  const columns = recordColumnNames(target);
  const [row] = await tx<
    Record<string, unknown>[]
  >`select ${tx(columns)}, ${tx.unsafe(shownStatus(target, target.noun))} as ${tx(shown)} from ${tx(target.noun)} where id = ${id} for update`;
  if (!row) throw new AppError("Error_Object_Unknown");
  const fields = columnFields(target).map(([name]) => [name, row[columnName(name)]] as const);
  const { status: Status, version, [sealedColumn]: sealed } = row;
  return { id, Status, version, [shown]: row[shown], [sealedColumn]: sealed, ...Object.fromEntries(fields) };
}

interface Change {
  readonly status: string;
  readonly set: Record<string, unknown>;
  readonly record: Record<string, unknown>;
  /** The columns of the personal fields, if the action sets any. */
  readonly personal: Readonly<Record<string, unknown>> | undefined;
  readonly changes: readonly FieldChange[];
  readonly note: string;
  /** The time that the guard decided by. The change gets it too, so that no voucher seems used after its expiry. */
  readonly decidedMs: number | undefined;
}

/** Writes the record and its history in one statement. */
async function writeRecord(
  tx: Tx,
  { name: action, target }: ActionDefinition,
  { id, user }: ActionCall,
  { status, set, record, personal, changes, note, decidedMs }: Change,
): Promise<void> {
  const fields = Object.entries(set).map(([name, value]) => {
    const isPage = target.fields[name]?.type === "page";
    return [
      columnName(name),
      isPage
        ? tx.json({ ...(record[name] as object), ...definedOnly(value as Record<string, unknown>) } as never)
        : value,
    ] as const;
  });
  const columns = {
    ...Object.fromEntries(fields),
    ...personal,
    status,
    confirmation_note: note,
    update_user_id: user,
  };
  await changeRecord(tx, target, { id, columns, action, changes, atMs: decidedMs });
}
