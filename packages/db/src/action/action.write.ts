import {
  type ActionDefinition,
  actionRight,
  changeOf,
  type FieldChange,
  type ObjectDefinition,
  reasonField,
} from "@rewards/domain";
import { type AuditEntry, writeAudits } from "../audit.write.ts";
import { wakeAwaiting } from "../awaiting/awaiting.wake.ts";
import { bumpCatalogue } from "../catalogue/catalogue.cache.ts";
import type { Tx } from "../client.ts";
import { changeRecords } from "../history/history.write.ts";
import { takeOffPending } from "../object/object.settle.ts";
import { columnName } from "../object/object.table.ts";
import type { Effect, EffectCall } from "../object/object.types.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a call does to its record. */
export interface Decision {
  readonly call: EffectCall;
  readonly status: string;
  /** The record's version after the action. */
  readonly version: number;
  readonly set: Values;
  /** The columns of the personal fields, if the action sets any. */
  readonly personal: Values | undefined;
  /** The changes of the record's own fields. */
  readonly changes: readonly FieldChange[];
  /** The new business key, if sales may wait for it. */
  readonly renamed: string | undefined;
}

type Done = Decision & { readonly effect: Effect };

/**
 * Writes the records with their history, and what follows from them. All statements are sent at once.
 * @param decidedMs the time that the guard decided by. The changes get it too, so that no voucher seems used after its expiry.
 * @returns the UUIDs of sales that waited for a new business key.
 */
export async function writeActions(
  tx: Tx,
  action: ActionDefinition,
  done: readonly Done[],
  decidedMs: number | undefined,
): Promise<readonly string[]> {
  if (done.length === 0) return [];
  const { target } = action;
  const records = done.map((one) => ({
    id: one.call.id,
    columns: columnsOf(action, one),
    changes: changesOf(action, one),
  }));
  const renamed = done.flatMap(({ renamed: key }) => key ?? []);
  const moved = done.filter(({ call, status }) => target.staged && status !== call.record["Status"]);
  const [woken] = await Promise.all([
    changeRecords(tx, target, { action: action.name, atMs: decidedMs }, records).then(() =>
      target.awaited && renamed.length > 0 ? wakeAwaiting(tx, target.awaited, renamed) : [],
    ),
    writeAudits(tx, action.isAudited ? done.map((one) => auditOf(action, one)) : []),
    takeOffPending(
      tx,
      target,
      moved.map(({ call }) => call.id),
    ),
  ]);
  if (target.catalogued) await bumpCatalogue(tx);
  return woken;
}

const reasonOf = (action: ActionDefinition, { call }: Done) => action.reason?.(call.content as never) ?? "";

const changesOf = (action: ActionDefinition, one: Done) => [
  ...one.changes,
  ...one.effect.changes,
  ...changeOf(reasonField, "", reasonOf(action, one)),
];

/** Its detail: the changes of the object's fields, with their values before and after, and what the effect adds. */
function auditOf(action: ActionDefinition, one: Done): AuditEntry {
  const { id, user, source } = one.call;
  return {
    author: { actor: user, ...source },
    operation: actionRight(action),
    record: { class: action.target.class, id },
    reason: reasonOf(action, one),
    detail: { changes: [...one.changes, ...one.effect.changes], ...one.effect.audit },
  };
}

function columnsOf({ target, answer }: ActionDefinition, { call, status, set, personal, effect }: Done): Values {
  return {
    ...Object.fromEntries(
      Object.entries(set).map(([name, value]) => [columnName(name), stored(target, call, name, value)]),
    ),
    ...personal,
    status,
    confirmation_note: effect.note ?? answer.note,
    update_user_id: call.user,
  };
}

/** A page holds only its changed fields, which are merged into the stored one. */
function stored(target: ObjectDefinition, { record }: EffectCall, name: string, value: unknown): unknown {
  if (target.fields[name]?.type !== "page") return value;
  return { ...(record[name] as object), ...definedOnly(value as Values) };
}

export const definedOnly = (fields: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
