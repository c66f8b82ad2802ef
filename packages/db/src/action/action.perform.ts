import {
  type ActionDefinition,
  AppError,
  changeOf,
  fieldChanges,
  isTimed,
  moveFrom,
  type ObjectDefinition,
  refuseStale,
  statusAt,
  statusIllegal,
} from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.wake.ts";
import type { Tx } from "../client.ts";
import { refusalOr } from "../effect.decide.ts";
import { readClock } from "../ledger/ledger.lock.ts";
import { type RowLocks, skipLocked } from "../lock.ts";
import { columnFields, columnName, recordColumnNames, sealedColumn } from "../object/object.table.ts";
import type { ActionCall, EffectCall, Effects } from "../object/object.types.ts";
import { holdKey } from "../personal/personal.key.ts";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import { editPersonal } from "../personal/personal.seal.ts";
import { effectLocks, effectWriters } from "../plugins.ts";
import { keep } from "../statement.ts";
import { findRepeated } from "./action.repeat.ts";
import { type Decision, definedOnly, writeActions } from "./action.write.ts";

export interface Performance {
  readonly keys: PersonalKeys;
  /** "skip" leaves calls whose record another session holds. */
  readonly locks: RowLocks;
}

/** What was done, by the IDs of the records. A call that is left has no answer. */
export interface Performed {
  readonly answers: ReadonlyMap<string, AppError | Outcome>;
  readonly woken: readonly string[];
}

interface Outcome {
  readonly status: string;
  readonly version: number;
  readonly isReplayed: boolean;
}

/** Locks the records of the calls, decides each call in memory, and writes what they do. */
export async function performActions(
  tx: Tx,
  action: ActionDefinition,
  calls: readonly ActionCall[],
  { keys, locks }: Performance,
): Promise<Performed> {
  if (calls.length === 0) return { answers: new Map(), woken: [] };
  const { target } = action;
  const wanted = calls.map((call) => ({ ...call, set: definedOnly(action.set?.(call.content as never) ?? {}) }));
  if (target.awaited)
    await lockKeys(
      tx,
      target.awaited,
      wanted.flatMap((call) => newKeyOf(action, call) ?? []),
    );
  const ids = calls.map(({ id }) => id);
  if (action.effect) await effectLocks[action.effect]?.(tx, ids, locks);
  // Pipelined: the clock is read after the locks.
  const [records, nowMs] = await Promise.all([
    lockRecords(tx, target, ids, locks),
    isTimed(target) || action.setAt ? readClock(tx) : undefined,
  ]);
  const answers = new Map<string, AppError | Outcome>(await findRepeated(tx, action, calls, records));
  const decided = new Map<string, Decision>();
  for (const call of wanted.filter(({ id }) => !answers.has(id))) {
    const record = records.get(call.id);
    if (!record && locks === "skip") continue;
    const decision = refusalOr(() => decide(action, { ...call, record: recordOf(record) }, { keys, nowMs }));
    if (decision instanceof AppError) answers.set(call.id, decision);
    else decided.set(call.id, decision);
  }
  return finish(tx, action, { decided, answers, keys, locks, nowMs });
}

interface Decided {
  readonly decided: ReadonlyMap<string, Decision>;
  readonly answers: ReadonlyMap<string, AppError | Outcome>;
  readonly keys: PersonalKeys;
  readonly locks: RowLocks;
  readonly nowMs: number | undefined;
}

/** Writes the effects, and then the records of those calls whose effects are not refused. */
async function finish(tx: Tx, action: ActionDefinition, given: Decided): Promise<Performed> {
  const { decided, answers, keys, locks, nowMs } = given;
  const effects = await writeEffects(tx, action, [...decided.values()], locks);
  const done = [...decided.values()].flatMap((decision) => {
    const effect = effects.get(decision.call.id);
    return effect && !(effect instanceof AppError) ? [{ ...decision, effect }] : [];
  });
  if (keys.sealing && done.some(({ personal }) => personal)) await holdKey(tx, keys.sealing);
  const woken = await writeActions(tx, action, done, nowMs);
  const all = new Map<string, AppError | Outcome>(answers);
  for (const [id, effect] of effects) if (effect instanceof AppError) all.set(id, effect);
  for (const { call, status, version } of done) all.set(call.id, { status, version, isReplayed: false });
  return { answers: all, woken };
}

const nothing = { changes: [] };

async function writeEffects(
  tx: Tx,
  { effect }: ActionDefinition,
  decisions: readonly Decision[],
  locks: RowLocks,
): Promise<Effects> {
  const calls = decisions.map(({ call }) => call);
  if (effect && calls.length > 0) return effectWriters[effect](tx, calls, locks);
  return new Map(calls.map(({ id }) => [id, nothing]));
}

interface Known {
  readonly keys: PersonalKeys;
  /** Postgres' clock, if the time matters. */
  readonly nowMs: number | undefined;
}

type SetCall = EffectCall & { readonly set: Record<string, unknown> };

/** The clock is read only for what depends on it. */
const anyTimeMs = 0;

/** @throws AppError if the call is refused. */
function decide(action: ActionDefinition, call: SetCall, { keys, nowMs }: Known): Decision {
  const { target } = action;
  const { record, content } = call;
  const version = Number(record["version"]);
  refuseStale(call.expected, version);
  const before = statusAt(target, record, nowMs ?? anyTimeMs);
  const status = moveFrom(target, before, action.transition);
  if (status === undefined) throw statusIllegal(action, before);
  const refusal = action.guard?.(record, content as never, before);
  if (refusal) throw new AppError(refusal);
  const set = { ...call.set, ...action.setAt?.(content as never, nowMs ?? anyTimeMs) };
  const personal = editPersonal(keys, target, record, set);
  const changes = [
    ...changeOf("Status", record["Status"], status),
    ...fieldChanges(target, { ...record, ...personal?.known }, set),
  ];
  const renamed = newKeyOf(action, call);
  return { call, status, version: version + 1, set, personal: personal?.columns, changes, renamed };
}

function recordOf(record: Record<string, unknown> | undefined): Record<string, unknown> {
  if (!record) throw new AppError("Error_Object_Unknown");
  return record;
}

/** The new key that an action gives to a record. Sales may wait for it, so it is locked before anything else. */
function newKeyOf(
  { registers, target: { awaited, key } }: ActionDefinition,
  { set, content }: Pick<SetCall, "set" | "content">,
): string | undefined {
  const name = registers ? registers(content as never) : key && set[key.field];
  return awaited && typeof name === "string" ? name : undefined;
}

/**
 * Locks records in the order of their IDs, and gives them by ID: each under the names of its fields, with `id`, `Status`,
 * `version` and the text of sealed fields.
 */
async function lockRecords(tx: Tx, target: ObjectDefinition, ids: readonly string[], locks: RowLocks) {
  const rows = await tx<Record<string, unknown>[]>`
    select ${tx(recordColumnNames(target))} from ${tx(target.noun)}
    where id = any(${[...ids]}::uuid[]) order by id for update${skipLocked(tx, locks)}`;
  const columns = columnsOf(target);
  return new Map(
    rows.map((row) => {
      const { id, status: Status, version, [sealedColumn]: sealed } = row;
      const record: Record<string, unknown> = { id, Status, version, [sealedColumn]: sealed };
      for (const { name, column } of columns) record[name] = row[column];
      return [String(id), record] as const;
    }),
  );
}

const columnsOf = keep((target: ObjectDefinition) =>
  columnFields(target).map(([name]) => ({ name, column: columnName(name) })),
);
