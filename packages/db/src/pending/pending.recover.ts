import postgres from "postgres";
import { reconnectWaitSeconds, type Sql } from "../client.ts";
import { advisoryLocks } from "../lock.ts";

/** A pending row is overdue when it is this old by Postgres' clock. */
export const overdueMs = 5_000;

export interface OldestPending {
  readonly id: string;
  readonly isOverdue: boolean;
}

/** The oldest record of a class that waits and is not set aside as failing. */
export async function readOldestPending(sql: Sql, className: string): Promise<OldestPending | undefined> {
  const [row] = await sql<{ id: string; overdue: boolean }[]>`
    select p.id, p.since < clock_timestamp() - ${overdueMs} * interval '1 millisecond' as overdue from pending p
    where p.class = ${className} and not exists (select from failing f where f.class = p.class and f.id = p.id)
    order by p.id limit 1`;
  return row && { id: row.id, isOverdue: row.overdue };
}

/** IDs of overdue records after a cursor, in order, for enqueueing again. */
export async function readOverdue(sql: Sql, className: string, afterId: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pending p
    where p.class = ${className} and p.id > ${afterId}::uuid and p.since < clock_timestamp() - ${overdueMs} * interval '1 millisecond'
      and not exists (select from failing f where f.class = p.class and f.id = p.id)
    order by p.id limit ${rowsMax}`;
  return rows.map((row) => row.id);
}

const connectWaitSeconds = 5;
const closeWaitSeconds = 1;
/** A leader asks every two seconds. One that is stopped or cut off asks no more: its session ends, and the lock with it. */
const leaderSession = { application_name: "rewards-recovery", idle_session_timeout: 30_000, statement_timeout: 5_000 };

/** Leadership of recovery: held by one worker at a time, on a connection of its own, and lost with that connection. */
export interface Leadership {
  /** True while this process leads; tries to take the lead otherwise. Never throws. */
  isHeld(): Promise<boolean>;
  close(): Promise<void>;
}

export function openLeadership(url: string): Leadership {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: connectWaitSeconds,
    backoff: reconnectWaitSeconds,
    connection: leaderSession,
    onnotice: () => undefined,
  });
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
    close: () => sql.end({ timeout: closeWaitSeconds }),
  };
}
