import type { Tx } from "./client.ts";

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
