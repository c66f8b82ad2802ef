import { remedyOf } from "@rewards/operations";
import { createSampledWarn } from "@rewards/queue";
import { causesOf, createBatcher, type GateUse } from "@rewards/runtime";
import { type Batch, halveOnFailure, openBatch, type Process, postpone, processBatch, processHeld } from "./batch.ts";
import { createLane } from "./lane.ts";
import { createPatience, type Patience } from "./patience.ts";
import type { StageJob, StageRun } from "./stages.ts";

/** While one batch waits for Postgres, the next is loaded and decided. With one, posting falls behind the gateway. */
const batchesInFlightMax = 2;
/** Fewer waiting records than this wait for the running batch to end: two small batches cost more than one. */
const minRowsForSecondBatch = 50;
const waitingIdsMax = 100_000;

/** How many records a batch had, by their noun, and what became of them: `{ sales, posted, rejected, retried }`. */
type JobReturn = Readonly<Record<string, number>>;

/** Runs a batch in a span, which the first of its causes began, and which links to the others. */
function traceBatch<T>(
  { stage: { definition }, deps: { tracing } }: StageRun,
  jobs: readonly StageJob[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const causes = causesOf(jobs.flatMap(({ traces = [] }) => traces));
  const attributes = { "rewards.class": definition.class, "rewards.jobs": jobs.map(({ id }) => id).join(" ") };
  return tracing.run(tracing.start(`${definition.noun} settle`, { kind: "consumer", ...causes, attributes }), work);
}

/** The batches of a stage. */
export interface StageBatcher {
  /**
   * Resolves once each of the job's records is settled, postponed, set aside, or left to a later batch of held records or
   * to the lane.
   * @returns what became of the batch that had the job's records, which is the job's return value.
   */
  add(job: StageJob): Promise<JobReturn>;
  /** For metrics: the records that wait for a batch or are in one. */
  use(): GateUse;
  /** Resolves once no batch waits or is in flight. */
  drain(): Promise<void>;
}

const onOverload = () => new Error("more jobs than a worker holds");

/** The batches of held records, and the step that adds those that a batch leaves. */
function createHeldBatcher(run: StageRun, patience: Patience, onDeferred: Process) {
  const { stage, logger, signal } = run;
  const warnLeft = createSampledWarn(
    logger,
    "a batch of held records failed: they stay pending, and recovery enqueues them again",
  );
  const held = createBatcher<Batch, void>({
    rowsMax: stage.rowsMax,
    waitingRowsMax: stage.rowsMax,
    weigh: ({ ids }) => ids.length,
    onOverload,
    async run(batches) {
      const jobs = [...new Set(batches.flatMap((batch) => batch.jobs))];
      await halveOnFailure(openBatch({ run, jobs, patience, onDeferred }, batches), processHeld);
      return batches.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
  const processLater: Process = async (batch) => {
    // Bounds the waiting records. They may be held only for a moment, so the stage does not lose patience here.
    if (held.size() + batch.ids.length > stage.rowsMax) return postpone(batch);
    batch.outcome.retried += batch.ids.length;
    held.add(batch).catch((err) => {
      if (!signal.aborted) warnLeft({ class: stage.definition.class, err, remedy: remedyOf(err) });
    });
  };
  return { processLater, drain: () => held.drain() };
}

/**
 * Merges the jobs that a worker holds into batches of one stage. Held records leave their batch and are tried again in
 * batches that run at the same time: otherwise one held balance would slow every batch down, and the queue would grow.
 */
export function createStageBatcher(run: StageRun): StageBatcher {
  const { stage } = run;
  const patience = createPatience(run);
  const lane = createLane(
    run,
    patience,
    () => first.drain(),
    () => performance.now(),
  );
  const held = createHeldBatcher(run, patience, lane.take);
  const plural = `${stage.definition.noun}s`;
  const first = createBatcher<StageJob, JobReturn>({
    rowsMax: stage.rowsMax,
    concurrency: batchesInFlightMax,
    minRowsForSecondBatch,
    waitingRowsMax: waitingIdsMax,
    weigh: ({ ids }) => ids.length,
    onOverload,
    async run(jobs) {
      const settle = () => processBatch(run, jobs, patience, held.processLater, lane.take);
      const { records, ...counts } = await traceBatch(run, jobs, settle);
      const value = { [plural]: records, ...counts };
      return jobs.map(() => ({ status: "fulfilled", value }));
    },
  });
  return {
    add: (job) => first.add(job),
    use: () => first.use(),
    async drain() {
      await first.drain();
      await held.drain();
      await lane.drain();
    },
  };
}
