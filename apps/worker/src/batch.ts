import { setTimeout as sleep } from "node:timers/promises";
import {
  codeOf,
  faultKind,
  lockNotAvailable,
  postponePending,
  queryCanceled,
  type RowLocks,
  StatusMovedError,
} from "@rewards/db";
import { type Logger, retryWithJitter } from "@rewards/runtime";
import { createPatience, type Patience } from "./patience.ts";
import { setAside } from "./set-aside.ts";
import type { Stage, StageDeps } from "./stage.ts";

const infrastructureWaitMsMax = 5_000;
const movedAttemptsMax = 5;
const cutAttemptsMax = 3;
/** Further tries of held records before they are postponed: another batch may hold their balances for a moment. */
const heldPassesMax = 2;
const passPauseMs = 100;

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
  /** See `createPatience`. */
  readonly impatientMs?: number;
}

/** What became of the records of a batch, for people who look at its jobs. */
export interface BatchOutcome {
  /** All of the batch. Those that were settled before are in no other count. */
  readonly records: number;
  posted: number;
  rejected: number;
  /** Left for a later attempt: they failed, or another session holds what they need. */
  retried: number;
}

export const newOutcome = (records: number): BatchOutcome => ({ records, posted: 0, rejected: 0, retried: 0 });

/** Records of a stage, with the jobs that contain them. */
export interface Batch {
  readonly outcome: BatchOutcome;
  readonly run: StageRun;
  readonly jobs: readonly StageJob[];
  readonly patience: Patience;
  readonly ids: readonly string[];
}

/** Settles, postpones or hands on every record of a batch. */
export type Process = (batch: Batch) => Promise<void>;

/**
 * Errors of a batch that needs more time than a session has: Postgres cancels its statement, or ends its transaction
 * while this process still computes. The driver then often sees only that the connection is closed.
 */
const cutCodes = new Set([queryCanceled, "25P03", "25P04", "CONNECTION_CLOSED"]);
const isCut = (error: unknown) => cutCodes.has(codeOf(error));

/** The IDs of jobs or batches, each once. */
export const distinctIds = (all: readonly { readonly ids: readonly string[] }[]) => [
  ...new Set(all.flatMap(({ ids }) => ids)),
];

/**
 * Processes the records of some jobs, and handles every failure. Postgres unavailable: retries without limit. A lost
 * race: retries a few times. Cut off in the middle a few times: halves the batch, which may need more time than a
 * session has. Another session holds rows for longer than a session waits: completes the records that do not need them,
 * and hands the others to `onHeld`. Any other error is caused by one record: halves the batch until it contains only
 * that record, sets it aside and completes the others.
 * @returns what became of the records.
 * @throws the signal's reason or the last error, once the worker stops.
 */
export async function processBatch(
  run: StageRun,
  jobs: readonly StageJob[],
  patience: Patience = createPatience(run),
  onHeld: Process = processHeld,
): Promise<BatchOutcome> {
  const ids = distinctIds(jobs);
  const outcome = newOutcome(ids.length);
  await handle({ run, jobs, patience, outcome, ids }, async (batch) => {
    const held = await settleFree(batch);
    if (held.length > 0) await onHeld({ ...batch, ids: held });
  });
  return outcome;
}

/**
 * Runs `process`. If it fails because of one record, halves the batch until it contains only that record. If it was cut
 * off, halves it too, and postpones a single record whose statement takes too long.
 */
export async function handle(batch: Batch, process: Process): Promise<void> {
  const { run, patience, ids } = batch;
  try {
    return await process(batch);
  } catch (error) {
    const isLocked = codeOf(error) === lockNotAvailable;
    if (isLocked) patience.lose();
    if (run.signal.aborted || (faultKind(error) === "infrastructure" && !isCut(error) && !isLocked)) throw error;
    const [id = ""] = ids;
    if (ids.length === 1) return isLocked || isCut(error) ? postpone(batch) : setAside(batch, id, error);
    const middle = Math.ceil(ids.length / 2);
    await handle({ ...batch, ids: ids.slice(0, middle) }, process);
    await handle({ ...batch, ids: ids.slice(middle) }, process);
  }
}

/** @returns the records that need rows that another session has locked. */
async function settleFree(batch: Batch): Promise<readonly string[]> {
  const { patience } = batch;
  if (!patience.isLost()) {
    try {
      return await tryAll(batch, "wait");
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
    }
    patience.lose();
  }
  return tryAll(batch, "skip");
}

/** Tries held records again, after a pause each time, and postpones those that are still held. */
export async function processHeld(batch: Batch): Promise<void> {
  let left = batch.ids;
  for (let pass = 0; left.length > 0 && pass < heldPassesMax; pass += 1) {
    await sleep(passPauseMs, undefined, { signal: batch.run.signal });
    left = await tryAll({ ...batch, ids: left }, "skip");
  }
  if (left.length === 0) return;
  batch.patience.lose();
  await postpone({ ...batch, ids: left });
}

async function tryAll({ run, ids, jobs, outcome }: Batch, locks: RowLocks): Promise<readonly string[]> {
  const { deps, stage } = run;
  const settlement = await retryWithJitter(() => stage.process(ids, deps, locks), {
    isRetryable: isRetryable(ids.length),
    waitMsMin: 20,
    waitMsMax: infrastructureWaitMsMax,
    signal: run.signal,
  });
  const { definition } = stage;
  const { settled, blocked } = settlement;
  deps.counts.settle(definition.class, settlement);
  deps.log.settled({ definition, settled, jobs: jobs.map(({ id }) => id), trace: deps.tracing?.current()?.traceId });
  const rejected = settled.filter(({ reason }) => reason !== undefined).length;
  outcome.posted += settled.length - rejected;
  outcome.rejected += rejected;
  return blocked;
}

/** Postpones records: recovery enqueues them again in some seconds, also if their `pending` rows are locked now. */
export async function postpone({ run, patience, ids, outcome }: Batch): Promise<void> {
  const { database } = run.deps;
  outcome.retried += ids.length;
  try {
    patience.report(await postponePending(database.sql, run.stage.definition.class, ids));
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
  }
}

/**
 * Which errors to retry: without limit while Postgres is unavailable, a few times after a lost race or if cut off. A
 * single record cannot be halved: a closed connection is Postgres' fault then.
 */
function isRetryable(records: number): (error: unknown) => boolean {
  let cut = 0;
  let moved = 0;
  return (error) => {
    // A session waits 2 s for a row, and as long again behind another waiting session: one wait is enough.
    if (codeOf(error) === lockNotAvailable) return false;
    if (isCut(error) && (records > 1 || codeOf(error) === queryCanceled)) return ++cut < cutAttemptsMax;
    if (error instanceof StatusMovedError) return ++moved < movedAttemptsMax;
    return faultKind(error) === "infrastructure";
  };
}
