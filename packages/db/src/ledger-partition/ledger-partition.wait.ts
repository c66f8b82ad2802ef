import { setTimeout as sleep } from "node:timers/promises";
import type { Progress } from "../partition/partition.change.ts";
import { PartitionError, type PartitionSession } from "../partition/partition.session.ts";

const pauseMs = 250;
const waitMsMax = 3_600_000;

/** The transactions of the database that are under way. Those of vacuum have no user, and read no entries. */
async function readTransactions({ sql }: PartitionSession): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select l.virtualxid as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.mode = 'ExclusiveLock' and l.granted and a.datname = current_database()
      and a.usesysid is not null and l.pid <> pg_backend_pid()`;
  return rows.map(({ name }) => name);
}

/**
 * Waits for the transactions that began before the copy was complete. One of repeatable read, such as a verification, would
 * otherwise read the partitioned table as it was before, and miss entries.
 * @throws PartitionError if one of them does not end within an hour.
 */
export async function transactionsEnd(session: PartitionSession, progress: Progress): Promise<void> {
  let open = await readTransactions(session);
  for (let waitedMs = 0; open.length > 0; waitedMs += pauseMs) {
    if (waitedMs >= waitMsMax)
      throw new PartitionError(
        "A transaction that began before the copy was complete does not end: end the session with the oldest xact_start in pg_stat_activity, then run the command again.",
      );
    await progress(`Waiting for earlier transactions: ${open.length} …`);
    await sleep(pauseMs);
    const now = new Set(await readTransactions(session));
    open = open.filter((name) => now.has(name));
  }
}
