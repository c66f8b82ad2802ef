/**
 * Every advisory lock of the service that has a number. A number means the same lock in every release: processes of two
 * releases run at once, so none is ever given to another lock.
 */
export const advisoryLocks = {
  /** Held by the process that migrates the database. */
  migration: 7_239_116_001,
  /** Held by the worker that leads recovery. */
  recovery: 7_239_116_002,
  /** Held while the heads of finished days are written. */
  ledgerHeads: 7_239_116_003,
  /** Held while dead letters of one reason are replayed. */
  replay: 7_239_116_004,
} as const;

/**
 * Seeds of the hashes by which business keys are locked. A hash has 64 bits, so that one of them is a number above is not
 * to be expected; the two would then wait for each other, and no more than that.
 */
export const keyLockSeeds = { member: 1, store: 2 } as const;
