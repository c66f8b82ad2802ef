import type { TransactionSql } from "postgres";

/** An hour; a bound for a statement that reads a whole ledger, where those of the service have ten seconds. */
export const scanMsMax = 3_600_000;

/** Sessions of the service refuse to wait. These settings last as long as the transaction. */
const patience = {
  statement_timeout: `${scanMsMax}ms`,
  lock_timeout: `${scanMsMax}ms`,
  // Whoever is stopped between two statements holds a snapshot, and vacuum up, no longer than this.
  idle_in_transaction_session_timeout: "60s",
  // Off: it may have as many statements as it needs.
  transaction_timeout: "0",
  // Whoever is gone needs no answer any more.
  client_connection_check_interval: "5s",
};

/**
 * Whole tables are read: from end to end, with as much memory for a sort or a hash, and with two further processes.
 * Several such nodes may run at once, so that it is hundreds of megabytes at most.
 */
const wholeTables = { enable_seqscan: "on", work_mem: "64MB", max_parallel_workers_per_gather: "2" };

async function set(tx: TransactionSql, settings: Readonly<Record<string, string>>): Promise<void> {
  await tx`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as s(name, value)`;
}

/** For a transaction that may take long. */
export const allowLong = (tx: TransactionSql) => set(tx, patience);

/** For a transaction that reads whole tables. */
export const allowScans = (tx: TransactionSql) => set(tx, { ...patience, ...wholeTables });
