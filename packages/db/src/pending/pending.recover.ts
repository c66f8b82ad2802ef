import type { Sql } from "../client.ts";
import { openPool, transactionMsMax } from "../connection/connection.open.ts";
import { advisoryLocks } from "../lock.ts";

/** A pending row is overdue when it is this old by Postgres' clock. */
export const overdueMs = 5_000;

export interface OldestPending {
  readonly id: string;
  readonly isOverdue: boolean;
}

/** The place of a row in the order of Postgres' clock. */
export interface PendingPlace {
  /** As Postgres writes it: a Date rounds, and what is rounded skips rows or brings them twice. */
  readonly since: string;
  readonly id: string;
}

export const beforeAllPending: PendingPlace = { since: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The record of a class that has waited for longest by Postgres' clock and is not set aside as failing. Each is looked
 * for among the failing by itself: a join, planned while few fail, goes through all of them for each.
 */
export async function readOldestPending(sql: Sql, className: string): Promise<OldestPending | undefined> {
  const [row] = await sql<{ id: string; overdue: boolean }[]>`
    select p.id, p.since < clock_timestamp() - ${overdueMs} * interval '1 millisecond' as overdue from pending p
    where p.class = ${className} and (select f.id from failing f where f.class = p.class and f.id = p.id) is null
    order by p.since limit 1`;
  return row && { id: row.id, isOverdue: row.overdue };
}

/** Overdue records after a place, the oldest first, for enqueueing again. */
export async function readOverdue(
  sql: Sql,
  className: string,
  after: PendingPlace,
  rowsMax: number,
): Promise<PendingPlace[]> {
  return sql.begin(async (tx) => {
    // In the order of the index and up to the limit: planned while few rows wait, it would sort all of a backlog.
    await tx`set local enable_bitmapscan = off`;
    await tx`set local enable_sort = off`;
    return tx<PendingPlace[]>`
      select p.id, p.since::text as since from pending p
      where p.class = ${className} and (p.since, p.id) > (${after.since}::text::timestamptz, ${after.id}::uuid)
        and p.since < (select clock_timestamp()) - ${overdueMs} * interval '1 millisecond'
        and (select f.id from failing f where f.class = p.class and f.id = p.id) is null
      order by p.since, p.id limit ${rowsMax}`;
  });
}

/**
 * Gives records that bear a time in the future the time of now. They were inserted before Postgres' clock stepped back,
 * and would become overdue only once it has caught up. What a worker is settling is left to it, so nobody waits.
 * @returns how many there were.
 */
export async function restampFuture(sql: Sql, className: string, rowsMax: number): Promise<number> {
  const { count } = await sql`
    update pending set since = clock_timestamp() where class = ${className} and id = any(array(
      select id from pending
      where class = ${className} and since > (select clock_timestamp()) + ${overdueMs} * interval '1 millisecond'
      order by since limit ${rowsMax} for update skip locked))`;
  return count;
}

const closeWaitSeconds = 1;
/** Each worker has one session of this name, so they count the workers. */
export const leaderName = "rewards-recovery";
/** A leader asks every two seconds. One that is stopped or cut off asks no more: its session ends, and the lock with it. */
const statementMs = 5_000;
const leaderSession = {
  application_name: leaderName,
  idle_session_timeout: 30_000,
  statement_timeout: statementMs,
  transaction_timeout: transactionMsMax(statementMs),
};

/** Leadership of recovery: held by one worker at a time, on a connection of its own, and lost with that connection. */
export interface Leadership {
  /** True while this process leads; tries to take the lead otherwise. Never throws. */
  isHeld(): Promise<boolean>;
  /** Lets another process take the lead. Never throws: where Postgres is not reached, the lead goes with the session. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

export function openLeadership(url: string): Leadership {
  const { sql, close } = openPool({ url, max: 1, session: leaderSession });
  return {
    async isHeld() {
      try {
        // Answered by the connection that holds the lock, or by a new one after it was lost: then the lock is tried again.
        const [row] = await sql<{ held: boolean }[]>`
          select case when exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted)
            then true else pg_try_advisory_lock(${advisoryLocks.recovery}) end as held`;
        return row?.held ?? false;
      } catch {
        return false;
      }
    },
    async giveUp() {
      await sql`select pg_advisory_unlock(${advisoryLocks.recovery})`.catch(() => undefined);
    },
    close: () => close(closeWaitSeconds),
  };
}
