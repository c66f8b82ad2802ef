import type { DeadLetterReason } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** Attempts after which a record becomes a dead letter: with the backoff below, about two minutes after the first. */
export const attemptsMax = 8;
const backoffSecondsMax = 3_600;
/** A failing record that was enqueued again is left alone for so long, in case that its job is lost. */
export const againAfterSeconds = 30;

/** The `error` of a record that was postponed and has not failed. */
export const postponedError = "waits for rows that another session holds";
/** A postponed record comes again after this, and up to this much later, s. */
const postponedSeconds = 2;

/** An attempt that failed for a reason of the record's own. */
export interface Failure {
  readonly reason: DeadLetterReason;
  readonly error: string;
  /** The queue's job that brought the record. */
  readonly job: string;
  /** The trace by which the log lines of the attempt are found. */
  readonly trace: string;
}

/**
 * Sets pending records aside whose processing failed for a reason of their own: the next attempt comes later, with
 * jitter. Those that have had `triesMax` attempts become dead letters, and keep their Status.
 * @returns the UUIDs of the dead letters.
 */
export async function recordFailing(
  sql: Sql,
  className: string,
  ids: readonly string[],
  failure: Failure,
  triesMax: number = attemptsMax,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    // Sent at once and run in order, the second with its own snapshot: it sees what the first counted.
    const [, dead] = await Promise.all([
      countAttempt(tx, className, ids, failure.error),
      bury(tx, className, ids, failure, triesMax),
    ]);
    return dead;
  });
}

/** The `pending` rows are locked, so that a record which another worker is settling is not counted. */
async function countAttempt(tx: Tx, className: string, ids: readonly string[], error: string): Promise<void> {
  await tx`
    insert into failing as f (class, id, attempts, error, next_at)
    select ${className}, id, 1, ${error}, clock_timestamp() + (1 + random()) * interval '1 second' from (
      select id from pending where class = ${className} and id = any(${[...ids]}::uuid[]) order by id for update) as waiting
    on conflict (class, id) do update set attempts = f.attempts + 1, error = excluded.error,
      first_at = case f.attempts when 0 then excluded.first_at else f.first_at end,
      next_at = clock_timestamp() + least(power(2, f.attempts), ${backoffSecondsMax}) * (0.5 + random()) * interval '1 second'`;
}

async function bury(
  tx: Tx,
  className: string,
  ids: readonly string[],
  { reason, error, job, trace }: Failure,
  triesMax: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with spent as (
      delete from failing where class = ${className} and id = any(${[...ids]}::uuid[]) and attempts >= ${triesMax}
      returning id, attempts, first_at
    ), gone as (
      delete from pending where class = ${className} and id = any(array(select id from spent))
    )
    insert into dead_letter (class, id, reason, error, attempts, first_at, last_at, job, trace)
    select ${className}, id, ${reason}, ${error}, attempts, first_at, clock_timestamp(), ${job}, ${trace} from spent
    returning id`;
  return rows.map((row) => row.id);
}

/**
 * Sets pending records aside for some seconds because another session holds rows that they need. That is no attempt: it
 * counts none, and makes no dead letter however often it comes.
 * @returns how many: those that another worker settled meanwhile are pending no more.
 */
export async function postponePending(sql: Sql, className: string, ids: readonly string[]): Promise<number> {
  const { count } = await sql`
    insert into failing (class, id, attempts, error, next_at)
    select ${className}, id, 0, ${postponedError}, clock_timestamp() + ${postponedSeconds} * (1 + random()) * interval '1 second'
    from pending where class = ${className} and id = any(${[...ids]}::uuid[]) order by id
    on conflict (class, id) do update set next_at = excluded.next_at`;
  return count;
}

/** The failing records of a class whose next attempt is due. Of two who ask at once, one gets each of them. */
export async function takeDueFailing(sql: Sql, className: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update failing f set next_at = clock_timestamp() + ${againAfterSeconds} * interval '1 second'
    where f.class = ${className} and f.id = any(array(
      select id from failing where class = ${className} and next_at <= (select clock_timestamp())
      order by next_at limit ${rowsMax} for update skip locked))
    returning f.id`;
  return rows.map((row) => row.id);
}
