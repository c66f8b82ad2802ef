import { setTimeout as delay } from "node:timers/promises";
import { named } from "../list.ts";
import { openRedisCluster, openSentinelRedis, openTlsRedis } from "../servers/redis.open.ts";
import type { Opening, TopologyRows } from "./fault.ts";
import { expectPostedAlone } from "./going-on.ts";
import { redisOf } from "./queue.ts";
import { postgresTopologies } from "./topology.postgres.ts";
import { topology } from "./topology.ts";

const downMsMin = 500;
const downMsMax = 2_000;
/** The cluster and the Sentinels notice after a second and vote; consumers then connect again. */
const voteBounds = { postMsMax: 30_000 };
/** A consumer is built anew after 15 s, and its supervisor looks every 5 s. The driver gives up a connection after 30 s. */
const deafBounds = { postMsMax: 28_000 };

const openShared = async ({ servers }: Opening) => ({ redis: redisOf(servers), place: {} });

const queueTopologies: TopologyRows = {
  "redis-cluster-owner-killed": topology({
    number: 38,
    summary: "of a Redis Cluster, the node with the queue is killed (SIGKILL): its replica takes over",
    open: openRedisCluster,
    async harm({ watch, random, owner }) {
      await owner.kill();
      await watch.awaitServing(random, voteBounds);
    },
  }),
  "redis-cluster-slot-moved": topology({
    number: 38,
    summary: "of a Redis Cluster, the slot of the queue moves to another node while it is used",
    open: openRedisCluster,
    async harm({ watch, random, moveSlot }) {
      await moveSlot();
      await watch.awaitServing(random, voteBounds);
    },
  }),
  "sentinel-failover": topology({
    number: 38,
    summary: "the primary of Redis is killed (SIGKILL): three Sentinels make its replica the primary",
    open: openSentinelRedis,
    async harm({ watch, random, primary }) {
      await primary.kill();
      await watch.awaitServing(random, voteBounds);
    },
  }),
  "redis-tls-restarted": topology({
    number: 38,
    summary: "a Redis with TLS is killed (SIGKILL) and returns empty",
    open: openTlsRedis,
    async harm({ watch, random, node }) {
      await node.kill();
      await delay(random.int(downMsMin, downMsMax));
      await node.start();
      await watch.awaitServing(random, voteBounds);
    },
  }),
  "consumer-deaf": topology({
    number: 38,
    summary: "the connections of all workers to the queue go silent: consumers that take no job are built anew",
    open: openShared,
    async harm({ world, watch, random }) {
      for (const { queue } of world.fleet.workers) queue.silence();
      await watch.awaitServing(random, deafBounds);
    },
  }),
  "queue-away": topology({
    number: 38,
    summary: "Redis is gone (SIGKILL): a worker posts what is pending by itself",
    open: openShared,
    async harm({ world, watch, random, redis }) {
      await redis.end();
      await expectPostedAlone(world, random);
      await redis.start();
      await watch.awaitServing(random);
    },
  }),
};

/** Every fault between servers: the deck `topology`. A seed deals them by this order. */
export const topologyFaults = named({ ...postgresTopologies, ...queueTopologies });
