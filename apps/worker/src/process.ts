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

/** While one batch waits for Postgres, the next is loaded and decided. With one, posting falls behind the gateway. */
const batchesInFlightMax = 2;
/** Fewer waiting records than this wait for the running batch to end: two small batches cost more than one. */
const minRowsForSecondBatch = 50;
const infrastructureWaitMsMax = 5_000;
const movedAttemptsMax = 5;
const timeoutAttemptsMax = 3;
/** Tries of skipped records before they are postponed: another batch of this worker may hold balances for a moment. */
const passesMax = 3;
const passPauseMs = 100;
const waitingIdsMax = 100_000;
const errorLengthMax = 500;
const jobLengthMax = 255;

/** A job of a stage, as delivered by the queue. */
export interface StageJob {
  readonly id: string;
  readonly ids: readonly string[];
}

/** The context that all batches of a stage share. */
export interface StageRun {
  readonly stage: Stage;
  readonly deps: StageDeps;
  readonly logger: Logger;
  /** Aborted when the worker stops. */
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
 * Processes the records of some jobs, and handles every failure. Postgres unavailable: retries without limit. A lost
 * race or a timeout: retries a few times. Another session holds rows for longer than a session waits: postpones the
 * records that need them and completes the others. Any other error is caused by one record: halves the batch until it
 * contains only that record, sets it aside and completes the others.
 * @throws the signal's reason or the last error, once the worker stops.
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

/** @returns the records that need rows that another session has locked. */
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

/** Postpones records: recovery enqueues them again in some seconds, also if their `pending` rows are locked now. */
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

/** Which errors to retry: without limit while Postgres is unavailable, a few times after a lost race or a timeout. */
function isRetryable(): (error: unknown) => boolean {
  let timedOut = 0;
  let moved = 0;
  return (error) => {
    // A session waits 2 s for a row, and as long again behind another waiting session: one wait is enough.
    if (codeOf(error) === lockNotAvailable) return false;
    if (codeOf(error) === queryCanceled) return ++timedOut < timeoutAttemptsMax;
    if (error instanceof StatusMovedError) return ++moved < movedAttemptsMax;
    return faultKind(error) === "infrastructure";
  };
}

/** Job and trace, for the log line and the dead letter, are determined only here: records that succeed cost nothing. */
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

/** The text of an error for operators: one line of bounded length, without passwords in addresses. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/:\/\/[^\s/@]*@/g, "://")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, errorLengthMax);
}
