import type postgres from "postgres";
import { codeOf, lockNotAvailable } from "./fault.ts";
import { lockAgainstVacuum } from "./lock.vacuum.ts";

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
