import type { ProcessBatch, StageDeps as ProcessDeps } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";

export interface StageDeps extends ProcessDeps {
  /** Attempts after which a record becomes a dead letter, where it is not the usual number. */
  readonly attemptsMax?: number;
}

/** A worker stage: takes pending records of one class to their next status. Its queue bears the class's noun. */
export interface Stage {
  readonly definition: ObjectDefinition;
  /** Most records in one transaction. */
  readonly rowsMax: number;
  readonly process: ProcessBatch;
}
