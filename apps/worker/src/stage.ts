import type { CatalogueCache, Database, RowLocks } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";

export interface StageDeps {
  readonly database: Database;
  readonly catalogue: CatalogueCache;
  /** Attempts after which a record becomes a dead letter, where it is not the usual number. */
  readonly attemptsMax?: number;
}

/** A worker stage: takes pending records of one class to their next status. Its queue bears the class's noun. */
export interface Stage {
  readonly definition: ObjectDefinition;
  /** Most records in one transaction. */
  readonly rowsMax: number;
  /**
   * Settles a batch. It skips records that are unknown or already settled, so it may run again at any time.
   * @returns where locks are skipped, the UUIDs of records that need rows which another session holds.
   */
  readonly process: (ids: readonly string[], deps: StageDeps, locks?: RowLocks) => Promise<readonly string[]>;
}
