import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  codeOf,
  faultKind,
  lockNotAvailable,
  postponePending,
  type RowLocks,
  readNames,
  recordFailing,
} from "@rewards/db";
import { deadLetterReasonOf } from "@rewards/operations";
import { retryWithJitter } from "@rewards/runtime";
import { createPatience, type Patience } from "./patience.ts";
import { describeError, namesOf } from "./record.log.ts";
import { isCut, retriesOf } from "./retry.ts";
import type { StageJob, StageRun } from "./stages.ts";

const infrastructureWaitMsMax = 5_000;
/** Further tries of held records before they are postponed: another batch may hold their balances for a moment. */
const heldPassesMax = 2;
const passPauseMs = 100;
const jobLengthMax = 255;

/** What became of the records of a batch, for people who look at its jobs. */
export interface BatchOutcome {
  /** All of the batch. Those that were settled before are in no other count. */
  readonly records: number;
  posted: number;
  rejected: number;
  /** Left for later: they failed, another session holds what they need, or they wait for their turn. */
  retried: number;
}

/** Records of a stage, with the jobs that contain them. */
export interface Batch {
  readonly outcome: BatchOutcome;
  readonly run: StageRun;
  readonly jobs: readonly StageJob[];
  readonly patience: Patience;
  readonly ids: readonly string[];
  /** Takes the records that cost too much for a batch. */
  readonly onDeferred: Process;
}

/** Settles, postpones or hands on every record of a batch. */
export type Process = (batch: Batch) => Promise<void>;

/** @param of what contains the records, some of them twice. */
export function openBatch(from: Omit<Batch, "ids" | "outcome">, of: readonly Pick<Batch, "ids">[]): Batch {
  const ids = [...new Set(of.flatMap((one) => one.ids))];
  return { ...from, ids, outcome: { records: ids.length, posted: 0, rejected: 0, retried: 0 } };
}

/**
 * Processes the records of some jobs, and handles every failure:
 * - Postgres is away: tries again without limit.
 * - A race is lost: tries a few times.
 * - The batch is cut off in the middle: tries a few times, then halves it, since it may need more time than a session has.
 * - Another session holds rows for longer than a session waits: completes the records that do not need them, and hands
 *   the others to `onHeld`.
 * - Any other error is caused by one record: halves the batch until it contains only that record, sets it aside, and
 *   completes the others.
 * @returns what became of the records.
 * @throws the signal's reason or the last error, once the worker stops.
 */
export async function processBatch(
  run: StageRun,
  jobs: readonly StageJob[],
  patience: Patience = createPatience(run),
  onHeld: Process = processHeld,
  onDeferred: Process = postponeDeferred,
): Promise<BatchOutcome> {
  const all = openBatch({ run, jobs, patience, onDeferred }, jobs);
  await halveOnFailure(all, settleWith(onHeld));
  return all.outcome;
}

/** Settles a batch, and hands on the records whose rows another session holds. */
export const settleWith =
  (onHeld: Process): Process =>
  async (batch) => {
    const held = await settleFree(batch);
    if (held.length > 0) await onHeld({ ...batch, ids: held });
  };

/** Halves a batch that fails until it contains only the record that fails, and postpones that or sets it aside. */
export async function halveOnFailure(batch: Batch, process: Process): Promise<void> {
  const { run, patience, ids } = batch;
  try {
    return await process(batch);
  } catch (error) {
    const isLocked = codeOf(error) === lockNotAvailable;
    if (isLocked) patience.lose();
    if (run.signal.aborted || (faultKind(error) === "infrastructure" && !isCut(error) && !isLocked)) throw error;
    if (ids.length === 1) return isLocked || isCut(error) ? postpone(batch) : setAside(batch, error);
    const middle = Math.ceil(ids.length / 2);
    await halveOnFailure({ ...batch, ids: ids.slice(0, middle) }, process);
    await halveOnFailure({ ...batch, ids: ids.slice(middle) }, process);
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

async function tryAll(batch: Batch, locks: RowLocks): Promise<readonly string[]> {
  const { run, ids, jobs, outcome } = batch;
  const { deps, stage, signal } = run;
  const settlement = await retryWithJitter(() => stage.process(ids, deps, locks), {
    isRetryable: retriesOf(ids.length),
    waitMsMin: 20,
    waitMsMax: infrastructureWaitMsMax,
    signal,
  });
  const { definition } = stage;
  const { settled, blocked, deferred } = settlement;
  deps.counts.settle(definition.class, settlement);
  deps.log.settled({ definition, settled, jobs: jobs.map(({ id }) => id), trace: deps.tracing?.current()?.traceId });
  const rejected = settled.filter(({ reason }) => reason !== undefined).length;
  outcome.posted += settled.length - rejected;
  outcome.rejected += rejected;
  if (deferred.length > 0) await batch.onDeferred({ ...batch, ids: deferred });
  return blocked;
}

/** Postpones held records: recovery enqueues them again in some seconds. */
export async function postpone(batch: Batch): Promise<void> {
  batch.outcome.retried += batch.ids.length;
  batch.patience.report(await setApart(batch, "held"));
}

/** Postpones records that cost too much for a batch: if nobody settles them meanwhile, recovery enqueues them again. */
export async function postponeDeferred(batch: Batch): Promise<void> {
  batch.outcome.retried += batch.ids.length;
  await setApart(batch, "turn");
}

/** @returns how many were postponed: none if their `pending` rows are locked now. */
export async function setApart({ run, ids }: Pick<Batch, "run" | "ids">, why: "held" | "turn"): Promise<number> {
  try {
    return await postponePending(run.deps.database.sql, run.stage.definition.class, ids, why);
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    return 0;
  }
}

/** Sets the record of a batch of one aside. Names, job and trace are read only here: records that succeed cost nothing. */
async function setAside({ run, jobs, outcome, ids: [id = ""] }: Batch, error: unknown): Promise<void> {
  const { stage, deps, logger } = run;
  const { definition } = stage;
  const { sql } = deps.database;
  outcome.retried += 1;
  const job = jobs.flatMap((one) => (one.ids.includes(id) ? one.id : [])).join(" ");
  const place = {
    reason: deadLetterReasonOf(error),
    job: job.slice(0, jobLengthMax),
    trace: deps.tracing?.current()?.traceId ?? randomBytes(16).toString("hex"),
  };
  // A database that fails must not suppress the line.
  const names = await readNames(sql, definition, id).catch(() => undefined);
  const record = namesOf(definition, names ?? { id, externalId: null, requestId: null });
  const where = { class: definition.class, ...record, ...place };
  logger.error({ ...where, err: error }, "record failed and was set aside");
  const failure = { ...place, error: describeError(error) };
  const dead = await recordFailing(sql, definition.class, [id], failure, deps.attemptsMax);
  if (dead.length === 0) return;
  deps.counts.bury(definition.class, place.reason, dead.length);
  logger.error(where, "record became a dead letter");
}
