import { codeOf } from "@rewards/db";
import { type Leadership, remedyOf } from "@rewards/operations";
import { createSampledWarn, QueueFaultError, remedyOfQueue } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import type { Recovery } from "./recover.ts";

/** Marks a call to the queue, so that its failure is distinguished from one of Postgres. */
export async function reachQueue<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    throw new QueueFaultError(cause);
  }
}

interface LeaderSteps {
  /** Need Postgres alone, so they run without the queue too. */
  readonly byPostgres: readonly Recovery[];
  readonly byQueue: readonly Recovery[];
}

export interface LeadOptions {
  readonly leadership: Leadership;
  /** Rejects if the queue does not answer this process. */
  readonly ping: () => Promise<void>;
  /** How often each process ticks, ms. */
  readonly everyMs: number;
  /** What the leader runs at a tick. Calls to the queue must go through `reachQueue`. */
  readonly steps: () => LeaderSteps;
  /** What a leader without the queue runs before it gives up the lead. */
  readonly standIn: readonly Recovery[];
  readonly logger: Logger;
}

const meanwhile = "Meanwhile another worker that reaches the queue leads, or workers post in turns without it.";

/**
 * The tick of a process that may lead recovery. Other processes may reach the queue if the leader does not. So it gives
 * up the lead and rests for longer than a tick, so that another process can take the lead first. If none of them
 * reaches the queue, they lead in turns, and each runs `standIn`.
 */
export function createLead({ leadership, ping, everyMs, steps, standIn, logger }: LeadOptions): Recovery {
  const warn = createSampledWarn(logger, "recovery gave up the lead: this worker does not reach the queue");
  const warnFailed = createSampledWarn(logger, "a step of recovery failed, and runs again at the next tick");
  let restsUntilMs = 0;

  async function giveUp(err: QueueFaultError): Promise<void> {
    warn({ err, remedy: `${remedyOfQueue(err)} ${meanwhile}` });
    await run(standIn);
    await leadership.giveUp();
    restsUntilMs = performance.now() + everyMs * (1.5 + 1.5 * Math.random());
  }

  /** @returns why the queue was not reached, if a step found that. */
  async function run(all: readonly Recovery[]): Promise<QueueFaultError | undefined> {
    for (const one of all) {
      try {
        await one.tick();
      } catch (error) {
        if (error instanceof QueueFaultError) return error;
        // Errors of Postgres and of its connection have a code.
        warnFailed({ err: error, remedy: codeOf(error) === "" ? remedyOfQueue(error) : remedyOf(error) });
      }
    }
  }

  return {
    async tick() {
      if (performance.now() < restsUntilMs || !(await leadership.isHeld())) return;
      const { byPostgres, byQueue } = steps();
      await run(byPostgres);
      const unreached = await run([{ tick: () => reachQueue(ping()) }, ...byQueue]);
      if (unreached) await giveUp(unreached);
    },
  };
}
