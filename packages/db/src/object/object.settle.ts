import { hostname } from "node:os";
import { stagedClasses, systemUser } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { amongIds } from "./object.ids.ts";

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
