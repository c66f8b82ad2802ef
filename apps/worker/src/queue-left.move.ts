import type { Producer } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import { reachQueue } from "./lead.ts";
import { enqueueAll, type Recovery, type RecoveryDeps } from "./recover.ts";

/** Without such jobs, it looks for them at every fifth tick. */
const restTicks = 4;
/** Then it goes on at the next tick: a tick must end before the leader's lease does. */
const moveMsMax = 2_000;
/** A call that takes fewer IDs has emptied the partitions: it takes up to 100 jobs of each. */
const fewIds = 50;

/**
 * Moves jobs out of partitions that this worker's QUEUE_URL does not have, into those that it has. They were added before
 * the number of partitions became lower, or by a process with a higher number.
 */
export function createLeftMove(
  producer: Pick<Producer, "takeLeft" | "partitions">,
  deps: Pick<RecoveryDeps, "enqueue" | "split">,
  logger: Pick<Logger, "warn">,
): Recovery {
  const remedy = "if it lasts, give all processes the same number of partitions in QUEUE_URL";
  let rests = 0;

  async function move(): Promise<number> {
    const endsMs = performance.now() + moveMsMax;
    let moved = 0;
    for (;;) {
      const left = await reachQueue(producer.takeLeft());
      for (const [queue, ids] of left) await enqueueAll(deps, queue, [...new Set(ids)]);
      const taken = [...left.values()].flat().length;
      moved += taken;
      // Those few arrived during the call before. Later ones wait for the next tick.
      if (taken < fewIds || performance.now() > endsMs) return moved;
    }
  }

  return {
    async tick() {
      if (rests-- > 0) return;
      const ids = await move();
      rests = ids > 0 ? 0 : restTicks;
      if (ids === 0) return;
      const { partitions } = producer;
      logger.warn(
        { partitions, ids, remedy },
        "jobs moved out of partitions of the queue that this worker does not have",
      );
    },
  };
}
