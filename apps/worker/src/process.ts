import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  codeOf,
  deadLetterReasonOf,
  faultKind,
  lockNotAvailable,
  postponePending,
  queryCanceled,
  type RowLocks,
  recordFailing,
  StatusMovedError,
} from "@rewards/db";
import { type Batcher, createBatcher, type Logger, retryWithJitter } from "@rewards/runtime";
import { createPatience, type Patience } from "./patience.ts";
import type { Stage, StageDeps } from "./stage.ts";

/** While one batch waits for Postgres the next is loaded and decided; with one alone, posting falls behind the gateway. */
const batchesInFlightMax = 2;
/** Fewer records than this go together once the batch under way is done: two small batches cost more than one. */
const minRowsForSecondBatch = 50;
const infrastructureWaitMsMax = 5_000;
const movedAttemptsMax = 5;
const timeoutAttemptsMax = 3;
/** Another batch of this worker may hold balances for a moment: skipped records are tried again before they are postponed. */
const passesMax = 3;
const passPauseMs = 100;
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
  const patience = createPatience(run);
  return createBatcher<StageJob, void>({
    rowsMax: run.stage.rowsMax,
    concurrency: batchesInFlightMax,
    minRowsForSecondBatch,
    waitingRowsMax: waitingIdsMax,
    weigh: ({ ids }) => ids.length,
    onOverload: () => new Error("more jobs than a worker holds"),
    async run(jobs) {
      await processBatch(run, jobs, patience);
      return jobs.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
}

/**
 * Processes the records of some jobs whatever happens to them. Postgres away: again, as often as it takes. A lost race or
 * a timeout: again, a few times. Rows that another session holds for longer than a session waits: the records that need
 * them are postponed, and the rest completes. Any other error is the fault of one record: the batch is halved until
 * that record is alone and is set aside, and the rest completes.
 * @throws the infrastructure error, once the worker is told to stop.
 */
export async function processBatch(
  run: StageRun,
  jobs: readonly StageJob[],
  patience: Patience = createPatience(run),
): Promise<void> {
  await processIds({ run, jobs, patience }, [...new Set(jobs.flatMap(({ ids }) => ids))]);
}

interface Batch {
  readonly run: StageRun;
  readonly jobs: readonly StageJob[];
  readonly patience: Patience;
}

async function processIds(batch: Batch, ids: readonly string[]): Promise<void> {
  const { run, jobs, patience } = batch;
  try {
    return await postpone(batch, await settleIds(batch, ids));
  } catch (error) {
    const isLocked = codeOf(error) === lockNotAvailable;
    if (isLocked) patience.lose();
    const isTooHeavy = codeOf(error) === queryCanceled && ids.length > 1;
    if (run.signal.aborted || (faultKind(error) === "infrastructure" && !isTooHeavy && !isLocked)) throw error;
    const [id = ""] = ids;
    if (ids.length === 1) return isLocked ? postpone(batch, ids) : setAside(run, id, jobs, error);
    const middle = Math.ceil(ids.length / 2);
    await processIds(batch, ids.slice(0, middle));
    await processIds(batch, ids.slice(middle));
  }
}

/** @returns the records that need rows which another session holds. */
async function settleIds(batch: Batch, ids: readonly string[]): Promise<readonly string[]> {
  const { patience, run } = batch;
  if (!patience.isLost()) {
    try {
      return await tryAll(batch, ids, "wait");
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
    }
    patience.lose();
  }
  let left = await tryAll(batch, ids, "skip");
  for (let pass = 1; left.length > 0 && pass < passesMax; pass += 1) {
    await sleep(passPauseMs, undefined, { signal: run.signal });
    left = await tryAll(batch, left, "skip");
  }
  return left;
}

function tryAll({ run }: Batch, ids: readonly string[], locks: RowLocks): Promise<readonly string[]> {
  return retryWithJitter(() => run.stage.process(ids, run.deps, locks), {
    isRetryable: isRetryable(),
    waitMsMin: 20,
    waitMsMax: infrastructureWaitMsMax,
    signal: run.signal,
  });
}

/** Records that recovery brings again in some seconds. Where their own rows in `pending` are held, they stay there for it. */
async function postpone({ run, patience }: Batch, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  patience.lose();
  const { database } = run.deps;
  try {
    patience.report(await postponePending(database.sql, run.stage.definition.class, ids));
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
  }
}

/** What is worth another try: without end while Postgres is away, a few times where a race was lost or a batch timed out. */
function isRetryable(): (error: unknown) => boolean {
  let timedOut = 0;
  let moved = 0;
  return (error) => {
    // A session waits 2 s for a row, and as long again behind another that waits: one wait is enough.
    if (codeOf(error) === lockNotAvailable) return false;
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
