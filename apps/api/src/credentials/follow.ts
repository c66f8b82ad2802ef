import { setTimeout as delay } from "node:timers/promises";
import { faultKind } from "@rewards/db";
import type { Logger } from "@rewards/runtime";
import { createLineBudget } from "../line-budget.ts";

/** APIs ask for changes of credentials this often, so that a change takes effect within two seconds. */
const refreshMs = 1_500;
const lines = { linesMax: 1, everyMs: 60_000 };

export interface Following {
  /** Resolves when the first look has ended, well or not. */
  readonly looked: Promise<void>;
  stop(): void;
}

/** Runs `refresh` now and then again and again. While Postgres is away, which readiness reports, the last state applies. */
export function follow(
  refresh: () => Promise<void>,
  { logger, message }: { readonly logger: Pick<Logger, "warn">; readonly message: string },
): Following {
  const stopping = new AbortController();
  const warned = createLineBudget(lines);
  const look = () =>
    refresh().catch((err: unknown) => {
      if (faultKind(err) !== "infrastructure" && warned.take() !== undefined) logger.warn({ err }, message);
    });

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(refreshMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
    }
  }

  const looked = look();
  void looked.then(run);
  return { looked, stop: () => stopping.abort() };
}
