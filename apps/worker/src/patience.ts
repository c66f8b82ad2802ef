import { createSampledWarn } from "@rewards/queue";
import type { StageRun } from "./stages.ts";

/** Longer than a postponed record takes to come back, so that the stage waits only once for one lock. */
const impatientMsDefault = 10_000;

type PatienceOptions = Pick<StageRun, "stage" | "logger" | "impatientMs">;

/** How a stage treats rows that other sessions hold for long: it waits for them or, for some seconds, skips them. */
export type Patience = ReturnType<typeof createPatience>;

export function createPatience({ stage, logger, impatientMs = impatientMsDefault }: PatienceOptions) {
  const warn = createSampledWarn(logger, "records postponed: another session holds rows that they need");
  const remedy =
    "end that session: the one with the oldest xact_start in pg_stat_activity, or the one that pg_blocking_pids names";
  let lostUntilMs = Number.NEGATIVE_INFINITY;
  let postponed = 0;
  return {
    /** Whether the stage skips records whose rows another session holds, instead of waiting for the rows. */
    isLost: () => performance.now() < lostUntilMs,
    /** Call it when a session holds rows for long: for `impatientMs`, no batch of the stage waits for rows. */
    lose() {
      lostUntilMs = performance.now() + impatientMs;
    },
    /** Adds to the number of postponed records, which is logged from time to time. */
    report(records: number) {
      postponed += records;
      warn({ class: stage.definition.class, postponed, remedy });
    },
  };
}
