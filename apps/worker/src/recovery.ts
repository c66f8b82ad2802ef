import { type Database, openLeadership } from "@rewards/db";
import { createScheduler, type Producer } from "@rewards/queue";
import type { Logger, QueueWatch } from "@rewards/runtime";
import { createLead, reachQueue } from "./lead.ts";
import { createMinutePrune } from "./pipeline-minute/pipeline-minute.prune.ts";
import { createAwaitingSweep, createRecovery, createReturnWake } from "./recover.ts";
import { stages } from "./stages.ts";
import { scheduledTasks } from "./tasks.ts";

const recoveryEveryMsDefault = 2_000;
const announceEveryMs = 2_000;
const sweepEveryTicks = 5;

export interface RecoveryOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly logger: Logger;
  /** Default: 2 s. */
  readonly recoveryEveryMs?: number;
}

/** A timer in every worker and not a job, because it must survive the loss of the queue. One worker at a time leads. */
export function startRecovery(
  { databaseUrl, queueUrl, logger, recoveryEveryMs = recoveryEveryMsDefault }: RecoveryOptions,
  database: Database,
  { producer, logger: quiet }: QueueWatch<Producer>,
): { close(): Promise<void> } {
  const leadership = openLeadership(databaseUrl);
  const scheduler = createScheduler({ url: queueUrl, logger: quiet });
  for (const task of scheduledTasks) scheduler.every(task.name, task.everyMs);
  const deps = {
    database,
    logger,
    enqueue: (queue: string, ids: string[]) => reachQueue(producer.add(queue, ids)),
    waitingJobs: (queue: string) => reachQueue(producer.waitingCount(queue)),
    isPaused: (queue: string) => reachQueue(producer.isPaused(queue)),
  };
  const recoveries = [
    ...stages.map((stage) => createRecovery(stage.definition.class, stage.definition.noun, deps)),
    createReturnWake(deps),
  ];
  const sweep = createAwaitingSweep(deps);
  const slow = [sweep, createMinutePrune(database), { tick: () => scheduler.ensure() }];
  let ticks = 0;
  const lead = createLead({
    leadership,
    ping: () => producer.ping(),
    everyMs: recoveryEveryMs,
    steps: () => (ticks++ % sweepEveryTicks === 0 ? [...recoveries, ...slow] : recoveries),
    logger,
  });
  // Apart from the ticks, some of which take longer than an announcement lasts.
  const timers = [repeat(() => lead.tick(), recoveryEveryMs), repeat(() => leadership.announce(), announceEveryMs)];
  return {
    async close() {
      await Promise.all(timers.map((timer) => timer.stop()));
      await Promise.all([scheduler.close(), producer.close(), leadership.close()]);
    },
  };
}

/** Runs again `everyMs` after the last run ended. */
function repeat(run: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const next = () => {
    running = run().finally(() => {
      if (!stopped) timer = setTimeout(next, everyMs);
    });
  };
  timer = setTimeout(next, 0);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
