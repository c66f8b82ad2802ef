import { setTimeout as sleep } from "node:timers/promises";
import { type AdvisoryLock, codeOf, deadlockDetected, lockNotAvailable, serverOptions, type Tx } from "@rewards/db";
import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

const connectWaitSeconds = 10;

/** One connection for a command of the tables' owner. The driver must not renew it: locks live as long as it. */
export function openOwner(url: string, settings: Readonly<Record<string, string | number>>): postgres.Sql {
  const primary = serverOptions(url, "primary");
  return postgres(primary.url, {
    ...primary.options,
    max: 1,
    connect_timeout: connectWaitSeconds,
    max_lifetime: null,
    connection: settings,
    onnotice: () => undefined,
  });
}

const turnPauseMs = 200;

/**
 * Takes a lock of the session. Polls for it: a session that waits for it inside a statement would block a concurrent index
 * build.
 * @returns whether it was free within `msMax`.
 */
export async function takeLock(
  sql: postgres.Sql,
  lock: AdvisoryLock,
  msMax = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < msMax; waitedMs += turnPauseMs) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lock}) as taken`;
    if (row?.taken) return true;
    await sleep(turnPauseMs);
  }
  return false;
}

const lockPauseMs = 500;
const lockTriesMax = 30;
const lockFaults = [lockNotAvailable, deadlockDetected];

export interface Retries {
  readonly triesMax?: number;
  /** Runs after each pause, before the next try. */
  readonly prepare?: () => Promise<void>;
}

/** Retries what a lock timeout or a deadlock rolled back, after a pause: sessions that queued behind it go first. */
export async function betweenLocks<Result>(
  run: () => Promise<Result>,
  { triesMax = lockTriesMax, prepare }: Retries = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      // drizzle's own message is the whole statement, without the reason.
      const reason = error instanceof DrizzleQueryError ? error.cause : error;
      if (!lockFaults.includes(codeOf(error)) || tries === triesMax) throw reason;
    }
    await sleep(lockPauseMs);
    await prepare?.();
  }
}

/**
 * Waits for an automatic vacuum of a table to end, in a lock behind which no caller queues; the transaction keeps the lock.
 * Postgres ends such a vacuum for a statement that has waited for its `deadlock_timeout`, a second by default. Leaves the
 * lock timeout of the transaction at `waitMsMax`.
 * @throws Postgres' error 55P03 if the lock is not free by then.
 */
export async function lockAgainstVacuum(tx: Tx, table: string, waitMsMax: number): Promise<void> {
  await tx.unsafe(`
    set local lock_timeout = ${waitMsMax};
    lock table only ${table} in share update exclusive mode`);
}

const vacuumWaitMsMax = 3_000;

/**
 * Ends the automatic vacuums of our tables. A migration cannot: it waits for a lock no longer than callers may wait behind
 * it, and Postgres ends a vacuum only for who waits longer. So it waits here, in locks behind which no caller queues. A
 * vacuum that an operator runs, or one against wraparound, goes on.
 */
export async function endVacuums(sql: postgres.Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select distinct c.oid::regclass::text as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.mode = 'ShareUpdateExclusiveLock' and l.granted and l.database = (select oid from pg_database where datname = current_database())
      and c.relkind = 'r' and pg_has_role(c.relowner, 'usage') and c.relnamespace = current_schema()::regnamespace`;
  for (const { name } of tables) {
    await sql
      .begin((tx) => lockAgainstVacuum(tx, name, vacuumWaitMsMax))
      .catch((error: unknown) => {
        if (codeOf(error) !== lockNotAvailable) throw error;
      });
  }
}
