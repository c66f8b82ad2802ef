import { type Author, type Sql, settle, type Tx, writeAudits, writeMoves } from "@rewards/db";
import {
  AppError,
  type DeadLetterReason,
  discardAction,
  discardedStatus,
  discardNote,
  discardRowsMax,
  type ObjectDefinition,
  objectOfClass,
  operatorUser,
} from "@rewards/domain";
import { lockRecords } from "./dead-letter.show.ts";

interface Discard {
  readonly author: Author;
  /** In words, for the records' notes and the audit. */
  readonly reason: string;
}

/**
 * Discards a dead letter: its record moves to the status that its definition names for this, with the reason in its
 * note. A sale that waits for a member or store may be discarded too.
 * @returns the final status.
 * @throws AppError 404 for an unknown record, 409 for a record that is neither a dead letter nor waiting.
 */
export async function discardDeadLetter(
  sql: Sql,
  definition: ObjectDefinition,
  id: string,
  discard: Discard,
): Promise<string> {
  return sql.begin(async (tx) => {
    const statuses = await lockRecords(tx, definition, [id]);
    const status = statuses.get(id);
    if (status === undefined) throw new AppError("Error_Object_Unknown");
    const [done] = await discardLocked(tx, definition, statuses, discard);
    if (done === undefined) throw new AppError("Error_DeadLetter_Gone", undefined, { status });
    return done;
  });
}

/** The dead letters that an operator saw: only those that were dead by then. */
export interface DeadLetterFilter {
  readonly class: string | undefined;
  readonly reason: DeadLetterReason | undefined;
  /** ISO 8601, by Postgres' clock. */
  readonly until: string;
}

const matching = (tx: Sql | Tx, { class: className, reason, until }: DeadLetterFilter) => tx`
  last_at <= ${until}::text::timestamptz
  ${className === undefined ? tx`` : tx`and class = ${className}`} ${reason === undefined ? tx`` : tx`and reason = ${reason}`}`;

/** The number of dead letters of a class and reason (undefined means all), and the filter that finds no later ones. */
export async function countDeadLetters(
  sql: Sql,
  { class: className, reason }: Pick<DeadLetterFilter, "class" | "reason">,
): Promise<{ count: number; filter: DeadLetterFilter }> {
  // Rounded as `last_at` is, which may lie half a millisecond ahead of the clock.
  const [clock] = await sql<{ at: Date }[]>`select clock_timestamp()::timestamptz(3) as at`;
  const filter = { class: className, reason, until: clock?.at.toISOString() ?? "" };
  const [row] = await sql<{ count: number }[]>`select count(*)::int from dead_letter where ${matching(sql, filter)}`;
  return { count: row?.count ?? 0, filter };
}

export interface DiscardOutcome {
  readonly discarded: number;
  /** Dead letters of the filter that are left for another call. */
  readonly remaining: number;
}

const sliceRows = 200;

/**
 * Discards the dead letters of a filter, at most `discardRowsMax` of them, in slices of one transaction each. What is
 * discarded when a slice fails stays so. Each record gets its own audit entry.
 */
export async function discardDeadLetters(
  sql: Sql,
  filter: DeadLetterFilter,
  discard: Discard,
  rowsMax = discardRowsMax,
): Promise<DiscardOutcome> {
  let discarded = 0;
  for (let taken = 1; taken > 0 && discarded < rowsMax; discarded += taken)
    taken = await sql.begin((tx) => discardSlice(tx, filter, discard, Math.min(sliceRows, rowsMax - discarded)));
  const [left] = await sql<{ count: number }[]>`select count(*)::int from dead_letter where ${matching(sql, filter)}`;
  return { discarded, remaining: left?.count ?? 0 };
}

/** The records of one class that come first: a slice has one class, because each class has its own moves. */
async function discardSlice(tx: Tx, filter: DeadLetterFilter, discard: Discard, rows: number): Promise<number> {
  const chosen = await tx<{ class: string; id: string }[]>`
    select class, id from dead_letter where ${matching(tx, filter)} order by class, id limit ${rows}`;
  const definition = objectOfClass(chosen[0]?.class ?? "");
  if (!definition) return 0;
  const ids = chosen.filter((one) => one.class === definition.class).map(({ id }) => id);
  return (await discardLocked(tx, definition, await lockRecords(tx, definition, ids), discard)).length;
}

/**
 * Discards those of the locked records (statuses by ID) that are dead letters or waiting.
 * @returns their final statuses.
 */
async function discardLocked(
  tx: Tx,
  definition: ObjectDefinition,
  statuses: ReadonlyMap<string, string>,
  { author, reason }: Discard,
): Promise<string[]> {
  const { class: className, noun } = definition;
  const moves = [...statuses].flatMap(([id, from]) => {
    const to = discardedStatus(definition, from);
    return to === undefined ? [] : [{ id, from, to }];
  });
  const taken = await takeWaiting(
    tx,
    className,
    moves.map(({ id }) => id),
  );
  const done = moves.filter(({ id }) => taken.has(id));
  const from = [...new Set(done.map((move) => move.from))];
  await settle(
    tx,
    { class: className, noun, from, user: operatorUser },
    done.map(({ id, to }) => ({ id, status: to, note: discardNote(reason) })),
  );
  await writeMoves(tx, definition, discardAction, done);
  await writeAudits(
    tx,
    done.map(({ id, from: status }) => ({
      author,
      operation: "dead-letter.discard",
      record: { class: className, id },
      reason,
      detail: { status, ...taken.get(id) },
    })),
  );
  return done.map(({ to }) => to);
}

/**
 * Deletes and returns the records' dead letters, or what waiting sales await. The audit never changes, so it gets no key
 * of a member.
 */
async function takeWaiting(tx: Tx, className: string, ids: readonly string[]): Promise<Map<string, object>> {
  const letters = await tx<{ id: string; was: object }[]>`
    delete from dead_letter where class = ${className} and id = any(${[...ids]}::uuid[])
    returning id, to_jsonb(dead_letter) - array['class', 'id'] as was`;
  // The row of a return that a worker takes now has no keys. It ends only with a dead letter.
  const waiting = await tx<{ id: string; was: object }[]>`
    delete from awaiting where sale_id = any(${[...ids]}::uuid[])
      and (num_nonnulls(member, store, original) > 0 or sale_id = any(${letters.map(({ id }) => id)}::uuid[]))
    returning sale_id as id, jsonb_build_object('awaitsMember', member is not null, 'store', store) as was`;
  return new Map([...waiting, ...letters].map(({ id, was }) => [id, was]));
}
