import type { Fragment, Sql, Tx } from "./client.ts";

/**
 * Every numbered advisory lock of the service. Never reuse a number for another lock: processes of two releases run at
 * the same time, and a number must mean the same lock to both.
 */
export const advisoryLocks = {
  /** Held by the process that migrates the database. */
  migration: 7_239_116_001,
  /** Held while the heads of finished days are written. */
  ledgerHeads: 7_239_116_003,
  /** Held while dead letters of one reason are replayed. */
  replay: 7_239_116_004,
  /** Held while a client is changed. */
  clients: 7_239_116_005,
  /** Held while an access token is revoked. */
  revokedTokens: 7_239_116_006,
  /** Held while entries are added to the totals of days. */
  ledgerDays: 7_239_116_007,
  /** Held while partitions of `sale` are made, attached or detached. */
  partitions: 7_239_116_008,
  /** Held while a file of programmes is applied. */
  programmes: 7_239_116_009,
  /** Held while members are merged. */
  merges: 7_239_116_010,
} as const;

export type AdvisoryLock = (typeof advisoryLocks)[keyof typeof advisoryLocks];

/**
 * Seeds of the hashes by which business keys are locked. A hash has 64 bits, so it is very unlikely to equal a number
 * above. If it did, the two locks would only wait for each other.
 */
export const keyLockSeeds = { member: 1, store: 2 } as const;

/**
 * What a batch does about rows that another session has locked: "wait" waits for them, as long as its session allows;
 * "skip" skips the records that need them, and does the rest.
 */
export type RowLocks = "wait" | "skip";

/** Goes after `for update`. Empty for "wait". */
export function skipLocked(sql: Sql | Tx, locks: RowLocks): Fragment {
  return locks === "skip" ? sql` skip locked` : sql``;
}

/**
 * For a statement that needs no lock on the rows that it reads. Mode "skip" locks them, to find out whether they are
 * free; mode "wait" does not. A join names the table whose rows it locks.
 */
export function lockSkipping(sql: Sql | Tx, locks: RowLocks, table?: string): Fragment {
  if (locks === "wait") return sql``;
  return table === undefined ? sql` for update skip locked` : sql` for update of ${sql(table)} skip locked`;
}
