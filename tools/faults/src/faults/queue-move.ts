import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import { watchServing } from "../round/serving.ts";
import type { RoundWorld } from "../round/world.ts";
import { openRedisCluster } from "../servers/redis-cluster.open.ts";
import { openSentinelRedis } from "../servers/redis-sentinel.open.ts";
import { openTlsRedis } from "../servers/redis-tls.open.ts";
import { nothingToHeal, type Opening, type TopologyFault } from "./fault.ts";

const downMsMin = 500;
const downMsMax = 2_000;
/** The cluster and the Sentinels notice after a second and vote; consumers then connect again. */
const boundsOfVote = { postMsMax: 30_000 };

interface QueueSite {
  readonly url: string;
  /** Ends when the queue is right again, or when it is about to mend itself. */
  harm(random: Random): Promise<void>;
}

/** A fault of a queue of several servers, or with TLS, and the shared Postgres. */
function faultOfQueue(
  card: Pick<TopologyFault, "name" | "summary">,
  openQueue: (opening: Opening) => Promise<QueueSite>,
  isQueueDirect: boolean,
): TopologyFault {
  return {
    ...card,
    numbers: [38],
    backends: ["redis"],
    holds: ["everything"],
    async open(opening) {
      const { backend, postgres, template } = opening.servers;
      const { url, harm } = await openQueue(opening);
      const inject = async (world: RoundWorld, random: Random) => {
        const watch = watchServing(world);
        await harm(random);
        await watch.awaitServing(random, boundsOfVote);
        return nothingToHeal;
      };
      return { place: { backend, postgresUrl: postgres.url, template, queueUrl: url, isQueueDirect }, inject };
    },
  };
}

export const queueMoves: readonly TopologyFault[] = [
  faultOfQueue(
    {
      name: "redis-cluster-owner-killed",
      summary: "of a Redis Cluster, the node with the queue is killed (SIGKILL): its replica takes over",
    },
    async (opening) => {
      const { url, owner } = await openRedisCluster(opening);
      return { url, harm: () => owner.kill() };
    },
    true,
  ),
  faultOfQueue(
    {
      name: "redis-cluster-slot-moved",
      summary: "of a Redis Cluster, the slot of the queue moves to another node while it is used",
    },
    async (opening) => {
      const { url, moveSlot } = await openRedisCluster(opening);
      return { url, harm: () => moveSlot() };
    },
    true,
  ),
  faultOfQueue(
    {
      name: "sentinel-failover",
      summary: "the primary of Redis is killed (SIGKILL): three Sentinels make its replica the primary",
    },
    async (opening) => {
      const { url, primary } = await openSentinelRedis(opening);
      return { url, harm: () => primary.kill() };
    },
    true,
  ),
  faultOfQueue(
    { name: "redis-tls-restarted", summary: "a Redis with TLS is killed (SIGKILL) and returns empty" },
    async (opening) => {
      const { url, node } = await openTlsRedis(opening);
      return {
        url,
        async harm(random) {
          await node.kill();
          await delay(random.int(downMsMin, downMsMax));
          await node.start();
        },
      };
    },
    false,
  ),
];
