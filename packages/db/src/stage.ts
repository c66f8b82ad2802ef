import type { RedemptionLimits } from "@rewards/domain";
import type { CatalogueCache } from "./catalogue/catalogue.cache.ts";
import type { Database } from "./client.ts";
import type { RowLocks } from "./row-lock.ts";
import type { Settlement } from "./settlement.ts";

export interface StageDeps {
  readonly database: Database;
  readonly catalogue: CatalogueCache;
  /** Undefined if members may redeem as often as they like. */
  readonly redemptionLimits?: RedemptionLimits | undefined;
}

/**
 * Settles a batch of one class. Each stage has the same files:
 * - `<noun>.process.ts` loads the batch before any lock, so that locks are held briefly, and commits it;
 * - `<noun>.load.ts` reads the records and what their decision needs;
 * - `<noun>.commit.ts` opens the one transaction: it locks, reads again under the locks, decides and writes;
 * - `<noun>.decide.ts` of the domain is the pure decision, which the commit calls.
 *
 * A stage skips records that are unknown or already settled, so it may run again at any time.
 */
export type ProcessBatch = (ids: readonly string[], deps: StageDeps, locks?: RowLocks) => Promise<Settlement>;
