import {
  type ProcessBatch,
  type StageDeps as ProcessDeps,
  processRedemptions,
  processSales,
  processSegments,
} from "@rewards/db";
import { type ObjectDefinition, redemption, sale, segment } from "@rewards/domain";
import type { Logger, PipelineCounts, Tracing } from "@rewards/runtime";
import type { RecordLog } from "./record.log.ts";

/** A worker stage: takes pending records of one class to their next status. Its queue has the noun of the class. */
export interface Stage {
  readonly definition: ObjectDefinition;
  /** Most records in one transaction. */
  readonly rowsMax: number;
  readonly process: ProcessBatch;
}

interface StageDeps extends ProcessDeps {
  /** Attempts before a record becomes a dead letter, if not the default number. */
  readonly attemptsMax?: number;
  readonly counts: PipelineCounts;
  readonly log: RecordLog;
  /** Undefined if the process does not trace. */
  readonly tracing?: Tracing | undefined;
}

/** A job of a stage, as delivered by the queue. */
export interface StageJob {
  readonly id: string;
  readonly ids: readonly string[];
  /** The `traceparent`s of what enqueued it. */
  readonly traces?: readonly string[] | undefined;
}

/** The context that all batches of a stage share. */
export interface StageRun {
  readonly stage: Stage;
  readonly deps: StageDeps;
  readonly logger: Logger;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
  /** How long no batch waits for rows that another session holds, once one has waited in vain. Default: 10 s. */
  readonly impatientMs?: number;
}

export const saleStage: Stage = { definition: sale, rowsMax: 300, process: processSales };
export const redemptionStage: Stage = { definition: redemption, rowsMax: 300, process: processRedemptions };
export const segmentStage: Stage = { definition: segment, rowsMax: 500, process: processSegments };

/** All stages of a worker: one line here gives a stage its queue, its recovery and its share of each worker. */
export const stages: readonly Stage[] = [saleStage, redemptionStage, segmentStage];
