import { setTimeout as delay } from "node:timers/promises";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import type { Random } from "../random.ts";
import { withRedis } from "../round/time.ts";
import type { World } from "../round/world.ts";
import type { FaultRows } from "./fault.ts";

/** So small that the next write is refused. */
const memoryBytes = "1";
const backlogMsMin = 300;
const backlogMsMax = 800;

export function redisOf({ redis }: Pick<World, "redis">) {
  if (!redis) throw new Error("this round has no Redis");
  return redis;
}

/** Lets jobs accumulate for a moment, then calls `lose`. */
async function loseBacklog({ fleet }: World, random: Random, lose: () => Promise<unknown>): Promise<undefined> {
  for (const worker of fleet.workers) worker.signal("SIGSTOP");
  await delay(random.int(backlogMsMin, backlogMsMax));
  await lose().finally(() => {
    for (const worker of fleet.workers) worker.signal("SIGCONT");
  });
}

/** What a failure of Redis under load has in common. */
const ofRedis = { number: 4, backends: ["redis"], holds: ["redis", "queue"] } as const;

export const queueFaults: FaultRows = {
  "queue-emptied": {
    number: 3,
    summary: "every job and schedule is lost under backlog (FLUSHALL; on Postgres, TRUNCATE)",
    holds: ["redis", "queue", "worker"],
    needs: ["server"],
    inject: (world, random) =>
      loseBacklog(world, random, () =>
        world.backend === "postgres"
          ? emptyPostgresQueue(world.sql)
          : withRedis(redisOf(world).url, (client) => client.flushall()),
      ),
  },
  "redis-restarted-empty": {
    number: 3,
    summary: "Redis is killed under backlog and returns at once, empty",
    backends: ["redis"],
    holds: ["redis", "queue", "worker"],
    async inject(world, random) {
      await loseBacklog(world, random, () => redisOf(world).end());
      await redisOf(world).start();
    },
  },
  "redis-down": {
    summary: "Redis is down while sales come in",
    ...ofRedis,
    lastsMs: [800, 2_000],
    async inject(world) {
      await redisOf(world).end();
      return () => redisOf(world).start();
    },
  },
  "redis-frozen": {
    summary: "Redis accepts connections and answers nothing (SIGSTOP)",
    ...ofRedis,
    lastsMs: [1_200, 2_500],
    async inject(world) {
      redisOf(world).freeze();
      return () => redisOf(world).thaw();
    },
  },
  "redis-full": {
    summary: "Redis is at maxmemory and refuses every write",
    ...ofRedis,
    lastsMs: [500, 1_500],
    async inject(world) {
      const limit = (bytes: string) =>
        withRedis(redisOf(world).url, (client) => client.config("SET", "maxmemory", bytes));
      await limit(memoryBytes);
      return () => limit("0");
    },
  },
};
