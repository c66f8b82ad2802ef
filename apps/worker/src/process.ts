import { randomBytes } from "node:crypto";
import { codeOf, deadLetterReasonOf, faultKind, queryCanceled, recordFailing, StatusMovedError } from "@rewards/db";
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
const jobLengthMax = 255;

/** A job of a stage, as the queue gave it. */
export interface StageJob {
  readonly id: string;
  readonly ids: readonly string[];
}

/** What the batches of a stage have in common. */
export interface StageRun {
  readonly stage: Stage;
  readonly deps: StageDeps;
  readonly logger: Logger;
  /** Aborted once the worker is told to stop. */
  readonly signal: AbortSignal;
}

/** Merges the jobs that a worker holds into batches of one stage. */
export function createStageBatcher(run: StageRun): Batcher<StageJob, void> {
  return createBatcher<StageJob, void>({
    rowsMax: run.stage.rowsMax,
    concurrency: batchesInFlightMax,
    besideRowsMin,
    waitingRowsMax: waitingIdsMax,
    weigh: ({ ids }) => ids.length,
    onOverload: () => new Error("more jobs than a worker holds"),
    async run(jobs) {
      await processBatch(run, jobs);
      return jobs.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
}

/**
 * Processes the records of some jobs whatever happens to them. Postgres away: again, as often as it takes. A lost race or
 * a timeout: again, a few times. Anything else is the reason of some record of its own: the batch is halved until that
 * record stands alone and is set aside, and the rest completes.
 * @throws the infrastructure error, once the worker is told to stop.
 */
export async function processBatch(run: StageRun, jobs: readonly StageJob[]): Promise<void> {
  await processIds(run, [...new Set(jobs.flatMap(({ ids }) => ids))], jobs);
}

async function processIds(run: StageRun, ids: readonly string[], jobs: readonly StageJob[]): Promise<void> {
  const { stage, deps, signal } = run;
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
    const [id = ""] = ids;
    if (ids.length === 1) return setAside(run, id, jobs, error);
    const middle = Math.ceil(ids.length / 2);
    await processIds(run, ids.slice(0, middle), jobs);
    await processIds(run, ids.slice(middle), jobs);
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

/** Job and trace are found here, so that records which succeed cost nothing: the log line and the dead letter bear them. */
async function setAside(
  { stage, deps, logger }: StageRun,
  id: string,
  jobs: readonly StageJob[],
  error: unknown,
): Promise<void> {
  const { class: className } = stage.definition;
  const job = jobs.flatMap((one) => (one.ids.includes(id) ? one.id : [])).join(" ");
  const failure = {
    reason: deadLetterReasonOf(error),
    error: describe(error),
    job: job.slice(0, jobLengthMax),
    trace: randomBytes(16).toString("hex"),
  };
  const where = { class: className, id, reason: failure.reason, job: failure.job, trace: failure.trace };
  logger.error({ ...where, err: error }, "record failed and was set aside");
  const dead = await recordFailing(deps.database.sql, className, [id], failure, deps.attemptsMax);
  if (dead.length > 0) logger.error(where, "record became a dead letter");
}

/** What operators read of an error, in one line: without a password that an address in it may hold. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/:\/\/[^\s/@]*@/g, "://")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, errorLengthMax);
}
