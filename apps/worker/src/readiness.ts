import { type Database, probeSales, remedyOf } from "@rewards/db";
import { createReadiness, type Logger, type Progress, type Readiness } from "@rewards/runtime";

/** Longer than Postgres lets a statement take, and than a connection that went silent is kept. */
const stalledMsMax = 15_000;

/** Whether records are processed: by the jobs of each stage, and by a probe while there are none. */
export function createStageReadiness(database: Database, stages: readonly Progress[], logger: Logger): Readiness {
  return createReadiness({
    work: "records",
    // Batches are repeated for as long as it takes, so none fails: those that get nowhere are seen by their age.
    progress: { stalledMs: () => Math.max(...stages.map((one) => one.stalledMs())), failure: () => undefined },
    stalledMsMax,
    probe: () => probeSales(database),
    remedyOf,
    logger,
  });
}
