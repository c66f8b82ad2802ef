import { hostname } from "node:os";
import { deletedStatus, stagedClasses, systemUser } from "@rewards/domain";
import type postgres from "postgres";
import type { Fragment, Sql, Tx } from "../client.ts";

/**
 * The condition that a column has one of these UUIDs, in lower case. Their bounds are for tables that are
 * partitioned by ID: by an array, which it does not know before it runs, Postgres leaves out no partition.
 */
export function amongIds(sql: Sql | Tx, column: string, ids: readonly string[]): Fragment {
  let [first = null, last = null] = [ids[0], ids[0]];
  for (const id of ids) {
    if (first === null || id < first) first = id;
    if (last === null || id > last) last = id;
  }
  return sql`${sql(column)} = any(${[...ids]}::uuid[]) and ${sql(column)} between ${first}::uuid and ${last}::uuid`;
}

/**
 * True for records that are not deleted. The status is a literal: with a parameter, a prepared statement could not use
 * the unique index of a business key, which covers only these records.
 */
export function isLive(sql: Sql | Tx, table?: string): postgres.PendingQuery<postgres.Row[]> {
  return sql.unsafe(`${table ? `${table}.` : ""}status <> '${deletedStatus}'`) as postgres.PendingQuery<postgres.Row[]>;
}

export interface Settled {
  readonly id: string;
  readonly status: string;
  readonly note: string;
}

export interface Settling {
  readonly class: string;
  /** The table. */
  readonly noun: string;
  /** The statuses that the move is allowed from. */
  readonly from: readonly string[];
  /** The user who makes the move; the system by default. */
  readonly user?: string;
}

/** This process, as staged records name who settled them: its host and process ID. */
const settler = `${hostname()}/${process.pid}`;

/** Records moved between the read of their Status and the write: the transaction must be decided again. */
export class StatusMovedError extends Error {
  override readonly name = "StatusMovedError";
}

/**
 * Moves records of one class to their next Status by compare-and-set, and takes them out of `pending`.
 * @throws StatusMovedError if one of them is not in a status of `from`.
 */
export async function settle(
  tx: Tx,
  { class: className, noun, from, user = systemUser }: Settling,
  outcomes: readonly Settled[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const ids = outcomes.map((outcome) => outcome.id);
  const isStaged = stagedClasses.includes(className);
  const [updated] = await Promise.all([
    // From JSON, for which Postgres estimates 100 rows. For arrays it estimates 10, and with the condition on Status it
    // then chooses a nested loop, whose time grows with the square of the batch.
    tx`
      update ${tx(noun)} t set status = r.status, confirmation_note = r.note, version = t.version + 1,
        update_date_time = clock_timestamp(), update_user_id = ${user}${isStaged ? tx`, settled_by = ${settler}` : tx``}
      from jsonb_to_recordset(${JSON.stringify(outcomes.map(({ id, status, note }) => ({ id, status, note })))}::text::jsonb) as r(id uuid, status text, note text)
      where ${amongIds(tx, "t.id", ids)} and t.id = r.id and t.status = any(${[...from]}::text[])`,
    takeOffPending(tx, { class: className }, ids),
  ]);
  if (updated.count !== outcomes.length)
    throw new StatusMovedError(`${outcomes.length - updated.count} of ${outcomes.length} ${noun} moved meanwhile`);
}

/**
 * Takes records with nothing left to do off all lists. Their rows must be locked, or move in a statement of the same
 * transaction.
 */
export async function takeOffPending(
  tx: Tx,
  { class: className }: Pick<Settling, "class">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { count } = await tx`
    with recovered as (delete from failing where class = ${className} and id = any(${[...ids]}::uuid[]))
    delete from pending where class = ${className} and id = any(${[...ids]}::uuid[])`;
  if (count < ids.length) await takeOffDeadLetters(tx, className, ids);
}

/**
 * Only for a batch of which some records were not in `pending`. Such a record may be a dead letter that a stray job
 * brought, and may have been replayed between that statement and the lock of the record. So it deletes from all three
 * lists again, under the lock.
 */
async function takeOffDeadLetters(tx: Tx, className: string, ids: readonly string[]): Promise<void> {
  await tx`
    with dead as (delete from dead_letter where class = ${className} and id = any(${[...ids]}::uuid[])),
      recovered as (delete from failing where class = ${className} and id = any(${[...ids]}::uuid[]))
    delete from pending where class = ${className} and id = any(${[...ids]}::uuid[])`;
}

/**
 * Deletes the rows of `pending` and `failing` of records that are already settled. No stage settles them again, so such
 * a row would be enqueued forever.
 */
export async function dropSettled(
  sql: Sql | Tx,
  { class: className, noun, from }: Settling,
  ids: readonly string[],
): Promise<void> {
  const open = sql`array(select t.id from ${sql(noun)} t where t.id = any(${[...ids]}::uuid[]) and t.status = any(${[...from]}::text[]))`;
  await sql`
    with dropped as (
      delete from failing where class = ${className} and id = any(${[...ids]}::uuid[]) and not id = any(${open})
    )
    delete from pending where class = ${className} and id = any(${[...ids]}::uuid[]) and not id = any(${open})`;
}
