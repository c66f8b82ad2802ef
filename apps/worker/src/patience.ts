import { createSampledWarn } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import type { Stage } from "./stage.ts";

/** How a stage treats rows that other sessions hold for long: it waits for them or, for some seconds, skips them. */
export interface Patience {
  /** Whether the stage skips records whose rows another session holds, instead of waiting for the rows. */
  isLost(): boolean;
  /** Call it when a session holds rows for long: for `impatientMs`, no batch of the stage waits for rows. */
  lose(): void;
  /** Adds to the number of postponed records, which is logged from time to time. */
  report(records: number): void;
}

interface PatienceOptions {
  readonly stage: Stage;
  readonly logger: Logger;
  /** Longer than a postponed record takes to come back, so that the stage waits only once for one lock. */
  readonly impatientMs?: number | undefined;
}

export function createPatience({ stage, logger, impatientMs = 10_000 }: PatienceOptions): Patience {
  const warn = createSampledWarn(logger, "records postponed: another session holds rows that they need");
  const remedy =
    "end that session: the one with the oldest xact_start in pg_stat_activity, or the one that pg_blocking_pids names";
  let lostUntilMs = Number.NEGATIVE_INFINITY;
  let postponed = 0;
  return {
    isLost: () => performance.now() < lostUntilMs,
    lose() {
      lostUntilMs = performance.now() + impatientMs;
    },
    report(records) {
      postponed += records;
      warn({ class: stage.definition.class, postponed, remedy });
    },
  };
}
