import { createSalesProbe, type Database, remedyOf } from "@rewards/db";
import {
  createReadiness,
  type Health,
  type Logger,
  type Progress,
  type Readiness,
  type Verdict,
} from "@rewards/runtime";

/** Longer than Postgres lets a statement take, and than a connection that went silent is kept. */
const stalledMsMax = 15_000;

/** Whether records are processed: by the jobs of each stage, and by a probe while there are none. */
export function createStageReadiness(database: Database, stages: readonly Progress[], logger: Logger): Readiness {
  return createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: {
      name: "records",
      // Batches are repeated for as long as it takes, so none fails: those that get nowhere are seen by their age.
      progress: { stalledMs: () => Math.max(...stages.map((one) => one.stalledMs())), failure: () => undefined },
      stalledMsMax,
    },
    probe: createSalesProbe(database, logger),
    remedyOf,
    logger,
  });
}

/** A worker needs both: without its queue it gets no jobs. With one that loses jobs it works, and recovery makes up for them. */
export function describeHealth([database, queue]: readonly [Verdict, Verdict]): Health {
  if (database.reason !== undefined) return { status: "unavailable", reason: database.reason };
  if (queue.reason === undefined) return { status: "ok" };
  return { status: queue.isAnswered ? "degraded" : "unavailable", reason: queue.reason };
}
