import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "./client.ts";

/**
 * What a settling does about rows that another session holds: it waits for them, as long as its session lets it; or it
 * passes over the records that need them, and settles the rest.
 */
export type RowLocks = "wait" | "skip";

/** Follows `for update`. Of "wait" it is nothing: those statements are the same as without it. */
export function skipLocked(sql: Sql | Tx, locks: RowLocks): PendingQuery<Row[]> {
  return locks === "skip" ? sql` skip locked` : sql``;
}

/** Locks the rows of a statement that reads them without a lock where it waits: only where it skips it must know them free. */
export function lockSkipping(sql: Sql | Tx, locks: RowLocks): PendingQuery<Row[]> {
  return locks === "skip" ? sql` for update skip locked` : sql``;
}

/** What became of a batch. */
export interface Settlement {
  /** How many records it settled. */
  readonly settled: number;
  /** The UUIDs of skipped records; others may settle some of them meanwhile. Empty in the mode that waits. */
  readonly blocked: readonly string[];
}

export function settlementOf(
  ids: readonly string[],
  settled: readonly { readonly id: string }[],
  locks: RowLocks,
): Settlement {
  if (locks === "wait") return { settled: settled.length, blocked: [] };
  const done = new Set(settled.map(({ id }) => id));
  return { settled: settled.length, blocked: ids.filter((id) => !done.has(id)) };
}
