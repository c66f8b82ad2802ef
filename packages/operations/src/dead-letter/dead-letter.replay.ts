import {
  type Author,
  advisoryLocks,
  againAfterSeconds,
  postponements,
  type Sql,
  type Tx,
  writeAudit,
} from "@rewards/db";
import { AppError, type ObjectDefinition, type ReplayContent, replayRowsMax, stagedObjects } from "@rewards/domain";
import { lockRecords } from "./dead-letter.show.ts";

/** When the first of some records is due, and how many follow per second. */
interface Pace {
  readonly from: Date;
  /** The number of records due before these. */
  readonly before: number;
  readonly perSecond: number;
}

/**
 * Makes a dead letter pending again, with all its attempts. If the caller enqueues it, recovery enqueues it only later,
 * in case the job is lost; otherwise recovery enqueues it within two seconds.
 * @throws AppError 404 for an unknown record, 409 for a record that is not a dead letter.
 */
export async function replayDeadLetter(
  sql: Sql,
  definition: ObjectDefinition,
  id: string,
  { author, isEnqueued }: { author: Author; isEnqueued: boolean },
): Promise<void> {
  await sql.begin(async (tx) => {
    const [records, [clock]] = await Promise.all([
      lockRecords(tx, definition, [id]),
      tx<{ at: Date }[]>`
        select clock_timestamp() + ${isEnqueued ? againAfterSeconds : 0} * interval '1 second' as at`,
    ]);
    if (!records.has(id)) throw new AppError("Error_Object_Unknown");
    const replayed = await replayLocked(
      tx,
      definition,
      [id],
      { from: clock?.at as Date, before: 0, perSecond: 1 },
      author,
    );
    if (replayed === 0) throw new AppError("Error_DeadLetter_Gone");
  });
}

export interface ReplayOutcome {
  readonly replayed: number;
  /** Dead letters of the same reason, and of the given class if any, that are left for another call. */
  readonly remaining: number;
}

/**
 * Makes the dead letters of one reason pending again, at most `rowsMax` of them, with all their attempts. Postgres
 * holds the pace, as the times of the next attempts, so that it outlives the caller. Each call continues after the last
 * record of the previous call, so that two calls are no faster than one.
 */
export async function replayDeadLetters(
  sql: Sql,
  { reason, class: className, perSecond }: ReplayContent,
  author: Author,
  rowsMax = replayRowsMax,
): Promise<ReplayOutcome> {
  const definitions = stagedObjects.filter((definition) => className === undefined || definition.class === className);
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${advisoryLocks.replay})`;
    const from = await readStart(tx, perSecond);
    let replayed = 0;
    for (const definition of definitions) {
      const chosen = await tx<{ id: string }[]>`
        select id from dead_letter where reason = ${reason} and class = ${definition.class} order by id limit ${rowsMax - replayed}`;
      const ids = chosen.map((row) => row.id);
      await lockRecords(tx, definition, ids);
      replayed += await replayLocked(tx, definition, ids, { from, before: replayed, perSecond }, author);
    }
    const classes = definitions.map((definition) => definition.class);
    const [left] = await tx<{ count: number }[]>`
      select count(*)::int from dead_letter where reason = ${reason} and class = any(${classes}::text[])`;
    const outcome = { replayed, remaining: left?.count ?? 0 };
    await writeAudit(tx, {
      author,
      operation: "dead-letter.replay-all",
      reason,
      detail: { class: className, perSecond, ...outcome },
    });
    return outcome;
  });
}

const postponedErrors = Object.values(postponements).map(({ error }) => error);

/** The first free time: after the last record that still waits for its first attempt since a replay, or now. */
async function readStart(tx: Tx, perSecond: number): Promise<Date> {
  const [row] = await tx<{ at: Date }[]>`
    select greatest(clock_timestamp(), (
      select next_at + interval '1 second' / ${perSecond}::int from failing
      where attempts = 0 and error <> all(${postponedErrors}::text[]) and next_at > (select clock_timestamp()) order by next_at desc limit 1)) as at`;
  return row?.at as Date;
}

/** Replays the dead letters among these locked records and skips the others. The audit keeps the dead letters' rows. */
async function replayLocked(
  tx: Tx,
  { class: className }: ObjectDefinition,
  ids: readonly string[],
  { from, before, perSecond }: Pace,
  author: Author,
): Promise<number> {
  const { count } = await tx`
    with gone as (
      delete from dead_letter where class = ${className} and id = any(${[...ids]}::uuid[]) returning *
    ), audited as (
      insert into audit_entry (actor, origin, request_id, operation, class, record_id, reason, detail)
      select ${author.actor}, ${author.origin ?? ""}, ${author.requestId ?? ""}, 'dead-letter.replay', class, id, reason, to_jsonb(gone) - array['class', 'id', 'reason'] from gone order by id
    ), waiting as (
      insert into pending (class, id) select class, id from gone
    )
    insert into failing (class, id, attempts, error, next_at)
    select class, id, 0, error,
      ${from}::timestamptz + (${before}::int + row_number() over (order by id) - 1) * interval '1 second' / ${perSecond}::int
    from gone`;
  return count;
}
