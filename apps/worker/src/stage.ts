import type { ProcessBatch, StageDeps as ProcessDeps } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";
import type { PipelineCounts, Tracing } from "@rewards/runtime";
import type { RecordLog } from "./record.log.ts";

export interface StageDeps extends ProcessDeps {
  /** Attempts before a record becomes a dead letter, if not the default number. */
  readonly attemptsMax?: number;
  readonly counts: PipelineCounts;
  readonly log: RecordLog;
  /** Undefined if the process does not trace. */
  readonly tracing?: Tracing | undefined;
}

/** A worker stage: takes pending records of one class to their next status. Its queue has the noun of the class. */
export interface Stage {
  readonly definition: ObjectDefinition;
  /** Most records in one transaction. */
  readonly rowsMax: number;
  readonly process: ProcessBatch;
}
