import type { CatalogueCache } from "./catalogue/catalogue.cache.ts";
import type { Database } from "./client.ts";
import type { RowLocks } from "./row-lock.ts";

export interface StageDeps {
  readonly database: Database;
  readonly catalogue: CatalogueCache;
}

/**
 * Settles a batch of one class. Each stage has the same files: `<noun>.load.ts` reads what is to be decided,
 * `<noun>.decide.ts` of the domain decides, `<noun>.commit.ts` writes in one transaction, and `<noun>.process.ts` puts
 * them together. It skips records that are unknown or already settled, so it may run again at any time.
 * @returns where locks are skipped, the UUIDs of records that need rows which another session holds.
 */
export type ProcessBatch = (ids: readonly string[], deps: StageDeps, locks?: RowLocks) => Promise<readonly string[]>;
