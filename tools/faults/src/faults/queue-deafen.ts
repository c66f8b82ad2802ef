import type { Random } from "../random.ts";
import { expectPosted } from "../round/posted.ts";
import { makeSales } from "../round/sales.ts";
import { watchServing } from "../round/serving.ts";
import { letTimePass } from "../round/time.ts";
import type { RoundWorld } from "../round/world.ts";
import { nothingToHeal, type TopologyFault } from "./fault.ts";

const orphans = 30;
/** A consumer is built anew after 15 s, and its supervisor looks every 5 s. The driver gives up a connection after 30 s. */
const deafMsMax = 28_000;
/** Without the queue, a worker looks twice, and rests up to 6 s after each look. */
const aloneMsMax = 25_000;

/** A fault of the queue that all rounds share. */
function faultOfShared(
  card: Pick<TopologyFault, "name" | "summary">,
  inject: (world: RoundWorld, random: Random, redis: { end(): Promise<void>; start(): Promise<void> }) => Promise<void>,
): TopologyFault {
  return {
    ...card,
    numbers: [38],
    backends: ["redis"],
    holds: ["everything"],
    async open({ servers: { backend, postgres, redis, template } }) {
      if (!redis) throw new Error("this round has no Redis");
      return {
        place: { backend, postgresUrl: postgres.url, template, queueUrl: redis.url },
        async inject(world, random) {
          await inject(world, random, redis);
          return nothingToHeal;
        },
      };
    },
  };
}

export const queueDeafnesses: readonly TopologyFault[] = [
  faultOfShared(
    {
      name: "consumer-deaf",
      summary: "the connections of all workers to the queue go silent: consumers that take no job are built anew",
    },
    async (world, random) => {
      const watch = watchServing(world);
      for (const { queue } of world.fleet.workers) queue.silence();
      await watch.awaitServing(random, { postMsMax: deafMsMax });
    },
  ),
  faultOfShared(
    { name: "queue-away", summary: "Redis is gone (SIGKILL): a worker posts what is pending by itself" },
    async (world, random, redis) => {
      const watch = watchServing(world);
      await redis.end();
      const calls = makeSales(world, random, orphans);
      await world.load.burst(calls);
      await letTimePass(world.sql);
      await expectPosted(world, calls, aloneMsMax);
      await redis.start();
      await watch.awaitServing(random);
    },
  ),
];
