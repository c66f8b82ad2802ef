import type { Database } from "@rewards/db";
import { createProbe, probePosting, remedyOf, workerRole } from "@rewards/operations";
import {
  createReadiness,
  type Health,
  type Logger,
  type Progress,
  type Readiness,
  type Verdict,
} from "@rewards/runtime";

/** Longer than the time limit of a statement, and longer than a silent connection is kept. */
const stalledMsMax = 15_000;

/** Whether the worker processes records. The progress of each stage's jobs shows it; without jobs, a probe does. */
export function createStageReadiness(database: Database, stages: readonly Progress[], logger: Logger): Readiness {
  return createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: {
      name: "records",
      // Batches are retried without limit, so they never fail. A stuck batch is recognized by its age.
      progress: { stalledMs: () => Math.max(...stages.map((one) => one.stalledMs())), failure: () => undefined },
      stalledMsMax,
    },
    probe: createProbe(database, workerRole, probePosting, logger),
    remedyOf,
    logger,
  });
}

/** A worker needs both: without a queue it gets no jobs. If the queue loses jobs, it works: recovery replaces them. */
export function describeHealth([database, queue]: readonly [Verdict, Verdict]): Health {
  if (database.reason !== undefined) return { status: "unavailable", reason: database.reason };
  if (queue.reason === undefined) return { status: "ok" };
  return { status: queue.isAnswered ? "degraded" : "unavailable", reason: queue.reason };
}
