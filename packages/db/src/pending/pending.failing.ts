import type { DeadLetterReason } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";

/** Attempts before a record becomes a dead letter: with the backoff below, about two minutes after the first. */
export const attemptsMax = 8;
const backoffSecondsMax = 3_600;
/** A failing record that was enqueued is enqueued again only after this, in case its job was lost. */
export const againAfterSeconds = 30;

/**
 * Why a record was postponed, as its `error` says: it has not failed. It is due again after 1 to 2 times `seconds`. One
 * that waits for its turn is postponed again meanwhile, so it is due only if its worker ended.
 */
export const postponements = {
  held: { error: "waits for rows that another session holds", seconds: 2 },
  turn: { error: "waits for its turn among returns that load many lines", seconds: 30 },
} as const;

/** An attempt that failed for a reason specific to the record. */
export interface Failure {
  readonly reason: DeadLetterReason;
  readonly error: string;
  /** The queue's job that contained the record. */
  readonly job: string;
  /** The trace ID that the log lines of the attempt carry. */
  readonly trace: string;
}

/**
 * Sets aside pending records that failed for a reason specific to them: the next attempt comes later, with jitter. A
 * record that has had `triesMax` attempts becomes a dead letter, and keeps its Status.
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
    // Both are sent at once and run in order. The second has a new snapshot, and sees the attempts that the first
    // counted.
    const [, dead] = await Promise.all([
      countAttempt(tx, className, ids, failure.error),
      bury(tx, className, ids, failure, triesMax),
    ]);
    return dead;
  });
}

/** Locks the `pending` rows, so that it does not count a record that another worker is settling. */
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
 * Sets pending records aside for some seconds. This counts no attempt, so it never makes a dead letter.
 * @returns the number of postponed records. Records that another worker settled meanwhile are no longer pending.
 */
export async function postponePending(
  sql: Sql,
  className: string,
  ids: readonly string[],
  why: keyof typeof postponements = "held",
): Promise<number> {
  const { error, seconds } = postponements[why];
  const { count } = await sql`
    insert into failing (class, id, attempts, error, next_at)
    select ${className}, id, 0, ${error}, clock_timestamp() + ${seconds} * (1 + random()) * interval '1 second'
    from pending where class = ${className} and id = any(${[...ids]}::uuid[]) order by id
    on conflict (class, id) do update set next_at = excluded.next_at`;
  return count;
}

/** Takes the failing records of a class whose next attempt is due. Of concurrent callers, only one gets each record. */
export async function takeDueFailing(sql: Sql, className: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update failing f set next_at = clock_timestamp() + ${againAfterSeconds} * interval '1 second'
    where f.class = ${className} and f.id = any(array(
      select id from failing where class = ${className} and next_at <= (select clock_timestamp())
      order by next_at limit ${rowsMax} for update skip locked))
    returning f.id`;
  return rows.map((row) => row.id);
}
