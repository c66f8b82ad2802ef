import { createSampledWarn } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import type { Stage } from "./stage.ts";

/** How a stage meets rows that other sessions hold for long. It is either patient or, for some seconds, not. */
export interface Patience {
  /** Whether the stage skips records whose rows others hold, instead of waiting for them. */
  isLost(): boolean;
  /** Some session holds rows for long: until it is `impatientMs` later, no batch of the stage waits for rows. */
  lose(): void;
  /** Logs, once in a while, that so many records were postponed. */
  report(records: number): void;
}

/** Longer than a postponed record takes to come back, so that one lock costs its waits once. */
const impatientMs = 10_000;

export function createPatience({ stage, logger }: { stage: Stage; logger: Logger }): Patience {
  const warn = createSampledWarn(logger, "records postponed: another session holds rows that they need");
  const remedy = "end that session: in pg_stat_activity the oldest xact_start, or what pg_blocking_pids names";
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
