import { setTimeout as delay } from "node:timers/promises";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import type { Random } from "../random.ts";
import { withRedis } from "../round/time.ts";
import type { World } from "../round/world.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

/** So small that the next write is refused. */
const memoryBytes = "1";
const backlogMsMin = 300;
const backlogMsMax = 800;

function redisOf({ redis }: World) {
  if (!redis) throw new Error("this round has no Redis");
  return redis;
}

/** Lets jobs accumulate for a moment, then calls `lose`. */
async function loseBacklog({ fleet }: World, random: Random, lose: () => Promise<unknown>): Promise<void> {
  const signalAll = (name: NodeJS.Signals) => {
    for (const worker of fleet.workers) worker.signal(name);
  };
  signalAll("SIGSTOP");
  await delay(random.int(backlogMsMin, backlogMsMax));
  await lose().finally(() => signalAll("SIGCONT"));
}

export const queueLosses: readonly Fault[] = [
  {
    name: "queue-emptied",
    numbers: [3],
    summary: "every job and schedule is lost under backlog (FLUSHALL; on Postgres, TRUNCATE)",
    holds: ["redis", "queue", "worker"],
    needs: ["server"],
    async inject(world, random) {
      await loseBacklog(world, random, () =>
        world.backend === "postgres"
          ? emptyPostgresQueue(world.sql)
          : withRedis(redisOf(world).url, (client) => client.flushall()),
      );
      return nothingToHeal;
    },
  },
  {
    name: "redis-restarted-empty",
    numbers: [3],
    summary: "Redis is killed under backlog and returns at once, empty",
    backends: ["redis"],
    holds: ["redis", "queue", "worker"],
    async inject(world, random) {
      await loseBacklog(world, random, () => redisOf(world).end());
      await redisOf(world).start();
      return nothingToHeal;
    },
  },
  {
    name: "redis-down",
    numbers: [4],
    summary: "Redis is down while sales come in",
    backends: ["redis"],
    holds: ["redis", "queue"],
    lastsMs: [800, 2_000],
    async inject(world) {
      await redisOf(world).end();
      return () => redisOf(world).start();
    },
  },
  {
    name: "redis-frozen",
    numbers: [4],
    summary: "Redis accepts connections and answers nothing (SIGSTOP)",
    backends: ["redis"],
    holds: ["redis", "queue"],
    lastsMs: [1_200, 2_500],
    async inject(world) {
      redisOf(world).freeze();
      return async () => void redisOf(world).thaw();
    },
  },
  {
    name: "redis-full",
    numbers: [4],
    summary: "Redis is at maxmemory and refuses every write",
    backends: ["redis"],
    holds: ["redis", "queue"],
    lastsMs: [500, 1_500],
    async inject(world) {
      const limit = (bytes: string) =>
        withRedis(redisOf(world).url, async (client) => void (await client.config("SET", "maxmemory", bytes)));
      await limit(memoryBytes);
      return () => limit("0");
    },
  },
];
