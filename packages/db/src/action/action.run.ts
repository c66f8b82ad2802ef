import { type ActionDefinition, AppError, statusAfter } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { codeOf, deadlockDetected, faultKind, lockNotAvailable, violates } from "../fault.ts";
import { claimKeys, type KeyHolder, keepOutcomes, releaseKeys } from "../idempotency/idempotency.claim.ts";
import type { RowLocks } from "../lock.ts";
import { keyIndexName } from "../object/object.table.ts";
import type { ActionCall } from "../object/object.types.ts";
import { noKeys, type PersonalKeys } from "../personal/personal.keys.ts";
import { refuseActions } from "../scope/scope.records.ts";
import { type Performance, type Performed, performActions } from "./action.perform.ts";

export interface ActionOutcome {
  readonly status: string;
  /** The record's version after the action; null for a repeated answer whose version was not stored. */
  readonly version: number | null;
  /** The call was already done, and this is its first answer again. */
  readonly isReplayed: boolean;
}

/** Undefined: nothing was done for the call, which must be run alone. */
type ActionAnswer = ActionOutcome | AppError | undefined;

interface ActionsDone {
  /** In the order of the calls. A lone call always has one. */
  readonly answers: readonly ActionAnswer[];
  /** The UUIDs of sales that waited for a key which a record has now, and are pending again. */
  readonly woken: readonly string[];
}

/**
 * Runs calls of one action on different records within one transaction. For each it locks the record, compares its
 * version with those that the caller expects, looks up the move in the transition table, and writes effect, fields and
 * history. A call with a known idempotency key gets the first answer again, with the version of then, even if the record
 * has changed since. A refused call writes nothing, not even its key, and its neighbours are done.
 *
 * The order of the locks: idempotency keys, awaited business keys, programmes of rules, balances of what is cancelled,
 * records by ID, what the effects lock (stock by reward; balances by member and currency, as sales do; sums of clients by ID; members by ID), the key of
 * personal data, the catalogue.
 * @param keys the keys of personal fields.
 * @param locks "skip" leaves a call whose record, balance, stock or client's sums another session holds: it must be run alone, with
 * "wait". If a statement fails as it does because of one call, all are left.
 * @throws errors of the database that no call causes, or that a lone call caused. If the commit failed, its outcome is
 * unknown.
 */
export async function runActions(
  sql: Sql,
  action: ActionDefinition,
  calls: readonly ActionCall[],
  keys: PersonalKeys = noKeys,
  locks: RowLocks = calls.length > 1 ? "skip" : "wait",
): Promise<ActionsDone> {
  let isCommitting = false;
  try {
    return await sql.begin(async (tx) => {
      const done = await runWithin(tx, action, calls, { keys, locks });
      isCommitting = true;
      return done;
    });
  } catch (error) {
    if (error instanceof NothingDone) return { answers: error.answers, woken: [] };
    if (locks === "skip" && !isCommitting && mayBeOfOne(error))
      return { answers: calls.map(() => undefined), woken: [] };
    if (calls.length === 1 && isKeyTaken(action, error)) return { answers: [keyTaken(action, error)], woken: [] };
    throw error;
  }
}

/** Whether a statement failed as it does because of one call. Otherwise all calls would fail again, each in its own transaction. */
const mayBeOfOne = (error: unknown) =>
  error instanceof AppError ||
  faultKind(error) === "data" ||
  [lockNotAvailable, deadlockDetected].includes(codeOf(error));

/** Runs one call, as a batch of one. @throws AppError if it is refused. */
export async function runAction(
  sql: Sql,
  action: ActionDefinition,
  call: ActionCall,
  keys: PersonalKeys = noKeys,
): Promise<ActionOutcome & Pick<ActionsDone, "woken">> {
  const { answers, woken } = await runActions(sql, action, [call], keys);
  const [answer] = answers;
  if (!answer || answer instanceof AppError) throw answer ?? new Error("a lone call was left");
  return { ...answer, woken };
}

async function runWithin(
  tx: Tx,
  action: ActionDefinition,
  calls: readonly ActionCall[],
  performance: Performance,
): Promise<ActionsDone> {
  const refused = await refuseActions(tx, action, calls);
  const allowed = refused.size > 0 ? calls.filter(({ id }) => !refused.has(id)) : calls;
  const status = statusAfter(action) ?? "";
  const holders = allowed.flatMap(({ id, claim }): KeyHolder[] => (claim ? [{ claim, id, status }] : []));
  const claimed = await claimKeys(tx, holders);
  const unanswered = claimed.size > 0 ? allowed.filter(({ id }) => !claimed.has(id)) : allowed;
  const { answers: performed, woken } = await performActions(tx, action, unanswered, performance);
  const answers = calls.map(({ id }): ActionAnswer => {
    const first = claimed.get(id);
    if (first && !(first instanceof AppError))
      return { status: first.status, version: first.version, isReplayed: true };
    return refused.get(id) ?? first ?? performed.get(id);
  });
  if (![...performed.values()].some(isDone)) throw new NothingDone(answers);
  await settleClaims(
    tx,
    holders.filter(({ id }) => !claimed.has(id)),
    performed,
  );
  return { answers, woken };
}

/** Rolls back the transaction of calls that are all refused, repeated or left, so that nothing is written. */
class NothingDone extends Error {
  override readonly name = "NothingDone";
  readonly answers: readonly ActionAnswer[];

  constructor(answers: readonly ActionAnswer[]) {
    super("no call of the batch was done");
    this.answers = answers;
  }
}

const isDone = <Outcome>(answer: Outcome | AppError | undefined): answer is Outcome =>
  answer !== undefined && !(answer instanceof AppError);

/** Keeps the outcomes of the calls that are done, and frees the keys of the others. */
async function settleClaims(tx: Tx, holders: readonly KeyHolder[], answers: Performed["answers"]): Promise<void> {
  const outcomes = new Map<KeyHolder, Pick<ActionOutcome, "status" | "version">>();
  for (const holder of holders) {
    const answer = answers.get(holder.id);
    if (isDone(answer)) outcomes.set(holder, answer);
  }
  const undone = holders.filter((holder) => !outcomes.has(holder));
  await Promise.all([keepOutcomes(tx, outcomes), releaseKeys(tx, undone)]);
}

const isKeyTaken = ({ target }: ActionDefinition, error: unknown) =>
  target.key !== undefined && violates(error, keyIndexName(target, target.key.field));

function keyTaken({ target }: ActionDefinition, cause: unknown): AppError {
  return new AppError("Error_Key_Taken", [{ code: "Error_Key_Taken", identifier: `.${target.key?.field}` }], { cause });
}
