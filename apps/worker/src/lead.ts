import { type Leadership, remedyOf } from "@rewards/db";
import { createSampledWarn } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import type { Recovery } from "./recover.ts";

/** The queue refused a call of the leader, or did not answer in time. */
class QueueUnreachedError extends Error {
  override readonly name = "QueueUnreachedError";
}

/** Marks a call to the queue, so that its failure is distinguished from one of Postgres. */
export async function reachQueue<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    throw new QueueUnreachedError("the queue was not reached", { cause });
  }
}

export interface LeadOptions {
  readonly leadership: Leadership;
  /** Rejects if the queue does not answer this process. */
  readonly ping: () => Promise<void>;
  /** How often each process ticks, ms. */
  readonly everyMs: number;
  /** What the leader runs at a tick. Calls to the queue must go through `reachQueue`. */
  readonly steps: () => readonly Recovery[];
  readonly logger: Logger;
}

/**
 * The tick of a process that may lead recovery. A leader that cannot reach the queue is useless and blocks the others.
 * So it gives up the lead and rests for longer than a tick, so that another process can take the lead first.
 */
export function createLead({ leadership, ping, everyMs, steps, logger }: LeadOptions): Recovery {
  const warn = createSampledWarn(logger, "recovery gave up the lead: this worker does not reach the queue");
  const warnFailed = createSampledWarn(logger, "a step of recovery failed, and runs again at the next tick");
  const remedy =
    "check QUEUE_URL and the network from this worker to it; meanwhile another worker that reaches the queue leads";
  let restsUntilMs = 0;

  async function giveUp(err: unknown): Promise<void> {
    await leadership.giveUp();
    restsUntilMs = performance.now() + everyMs * (1.5 + 1.5 * Math.random());
    warn({ err, remedy });
  }

  return {
    async tick() {
      if (performance.now() < restsUntilMs || !(await leadership.isHeld())) return;
      for (const one of [{ tick: () => reachQueue(ping()) }, ...steps()]) {
        try {
          await one.tick();
        } catch (error) {
          if (error instanceof QueueUnreachedError) return giveUp(error.cause);
          warnFailed({ err: error, remedy: remedyOf(error) });
        }
      }
    },
  };
}
