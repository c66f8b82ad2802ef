import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "./client.ts";

/**
 * What a stage does about rows that another session has locked: "wait" waits for them, as long as its session allows;
 * "skip" skips the records that need them, and settles the rest.
 */
export type RowLocks = "wait" | "skip";

/** Goes after `for update`. Empty for "wait". */
export function skipLocked(sql: Sql | Tx, locks: RowLocks): PendingQuery<Row[]> {
  return locks === "skip" ? sql` skip locked` : sql``;
}

/**
 * For a statement that needs no lock on the rows that it reads. Mode "skip" locks them, to find out whether they are
 * free; mode "wait" does not. A join names the table whose rows it locks.
 */
export function lockSkipping(sql: Sql | Tx, locks: RowLocks, table?: string): PendingQuery<Row[]> {
  if (locks === "wait") return sql``;
  return table === undefined ? sql` for update skip locked` : sql` for update of ${sql(table)} skip locked`;
}
