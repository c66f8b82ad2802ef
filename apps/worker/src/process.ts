import { codeOf, faultKind, queryCanceled, recordFailing, StatusMovedError } from "@rewards/db";
import { type Batcher, createBatcher, type Logger, retryWithJitter } from "@rewards/runtime";
import type { Stage, StageDeps } from "./stage.ts";

/** While one batch waits for Postgres the next is loaded and decided; with one alone, posting falls behind the gateway. */
const batchesInFlightMax = 2;
/** Fewer records than this go together once the batch under way is done: two small batches cost more than one. */
const besideRowsMin = 50;
const infrastructureWaitMsMax = 5_000;
const movedAttemptsMax = 5;
const timeoutAttemptsMax = 3;
const waitingIdsMax = 100_000;
const errorLengthMax = 500;

/** Merges the jobs that a worker holds into batches of one stage. An item is the IDs of one job. */
export function createStageBatcher(
  stage: Stage,
  deps: StageDeps,
  logger: Logger,
  signal: AbortSignal,
): Batcher<string[], void> {
  return createBatcher<string[], void>({
    rowsMax: stage.rowsMax,
    concurrency: batchesInFlightMax,
    besideRowsMin,
    waitingRowsMax: waitingIdsMax,
    weigh: (ids) => ids.length,
    onOverload: () => new Error("more jobs than a worker holds"),
    async run(jobs) {
      const ids = [...new Set(jobs.flat())];
      await processBatch(stage, ids, deps, logger, signal);
      return jobs.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
}

/**
 * Processes a batch whatever happens to it. Postgres away: again, as often as it takes. A lost race or a timeout: again, a
 * few times. Anything else is the reason of some record of its own: the batch is halved until that record stands alone
 * and is set aside, and the rest completes.
 * @throws the infrastructure error, once the worker is told to stop.
 */
export async function processBatch(
  stage: Stage,
  ids: readonly string[],
  deps: StageDeps,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  try {
    await retryWithJitter(() => stage.process(ids, deps), {
      isRetryable: isRetryable(),
      waitMsMin: 20,
      waitMsMax: infrastructureWaitMsMax,
      signal,
    });
  } catch (error) {
    const isTooHeavy = codeOf(error) === queryCanceled && ids.length > 1;
    if (signal.aborted || (faultKind(error) === "infrastructure" && !isTooHeavy)) throw error;
    if (ids.length === 1) return setAside(stage, ids, error, deps, logger);
    const middle = Math.ceil(ids.length / 2);
    await processBatch(stage, ids.slice(0, middle), deps, logger, signal);
    await processBatch(stage, ids.slice(middle), deps, logger, signal);
  }
}

/** What is worth another try: without end while Postgres is away, a few times where a race was lost or a batch timed out. */
function isRetryable(): (error: unknown) => boolean {
  let timedOut = 0;
  let moved = 0;
  return (error) => {
    if (codeOf(error) === queryCanceled) return ++timedOut < timeoutAttemptsMax;
    if (error instanceof StatusMovedError) return ++moved < movedAttemptsMax;
    return faultKind(error) === "infrastructure";
  };
}

async function setAside(
  stage: Stage,
  ids: readonly string[],
  error: unknown,
  { database }: StageDeps,
  logger: Logger,
): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  logger.error({ class: stage.definition.class, ids, err: error }, "record failed and was set aside");
  await recordFailing(database.sql, stage.definition.class, ids, text.slice(0, errorLengthMax));
}
