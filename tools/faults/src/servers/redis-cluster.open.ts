import { findFreePort } from "@rewards/embedded";
import { poll } from "@rewards/lab/poll";
import type { Opening } from "../faults/fault.ts";
import { type RedisNode, redisHost, startRedisNode } from "./redis-node.start.ts";

/** Three primaries, and a replica of the one that owns the slot of the queue. */
export interface RedisCluster {
  readonly url: string;
  readonly owner: RedisNode;
  readonly replica: RedisNode;
  readonly others: readonly [RedisNode, RedisNode];
  /** Moves the slot of the queue from its owner to the first of the others, key by key, while it is used. */
  moveSlot(): Promise<void>;
}

const nodeMsMax = "1000";
const slots = 16_384;
const readyMsMax = 30_000;
const keysAtOnce = 50;

interface Node extends RedisNode {
  readonly bus: number;
  readonly id: string;
}

export async function openRedisCluster(opening: Opening): Promise<RedisCluster> {
  const [owner, second, third, replica] = (await Promise.all(Array.from({ length: 4 }, () => startOne(opening)))) as [
    ...Four<Node>,
  ];
  const slot = Number(await owner.client.call("cluster", "keyslot", "{rewards}"));
  const share = Math.ceil((slots - 1) / 2);
  const free = Array.from({ length: slots }, (_, n) => n).filter((n) => n !== slot);
  for (const [node, taken] of [
    [owner, [slot]],
    [second, free.slice(0, share)],
    [third, free.slice(share)],
  ] as const)
    await node.client.call("cluster", "addslots", ...taken);
  // Two nodes with the same epoch would both claim a slot.
  for (const [index, node] of [owner, second, third, replica].entries())
    await node.client.call("cluster", "set-config-epoch", index + 1);
  for (const node of [second, third, replica])
    await owner.client.call("cluster", "meet", redisHost, node.port, node.bus);
  for (const { client } of [owner, second, third, replica])
    await until(async () => {
      const info = String(await client.call("cluster", "info"));
      return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:4");
    });
  await until(async () => (await replica.client.call("cluster", "replicate", owner.id)) === "OK");
  await until(async () => (await replica.client.info("replication")).includes("master_link_status:up"));
  const ports = [owner, second, third, replica].map(({ port }) => `${redisHost}:${port}`);
  return {
    url: `redis+cluster://${ports.join()}`,
    owner,
    replica,
    others: [second, third],
    moveSlot: () => moveSlot(slot, owner, second, third),
  };
}

type Four<T> = readonly [T, T, T, T];

async function startOne(opening: Opening): Promise<Node> {
  const bus = await findFreePort(redisHost);
  const node = await startRedisNode(opening, (port) => [
    ...["--port", String(port), "--cluster-enabled", "yes", "--cluster-port", String(bus)],
    ...["--cluster-node-timeout", nodeMsMax, "--cluster-require-full-coverage", "no"],
  ]);
  return { ...node, bus, id: String(await node.client.call("cluster", "myid")) };
}

async function moveSlot(slot: number, from: Node, to: Node, other: Node): Promise<void> {
  await to.client.call("cluster", "setslot", slot, "importing", from.id);
  await from.client.call("cluster", "setslot", slot, "migrating", to.id);
  for (;;) {
    const keys = (await from.client.call("cluster", "getkeysinslot", slot, keysAtOnce)) as string[];
    if (keys.length === 0) break;
    await from.client.call("migrate", redisHost, to.port, "", 0, 5_000, "keys", ...keys);
  }
  // A primary that lost its last slot became a replica.
  for (const { client } of [to, from, other])
    await client.call("cluster", "setslot", slot, "node", to.id).catch((error: Error) => {
      if (!error.message.includes("only with masters")) throw error;
    });
}

async function until(read: () => Promise<boolean>): Promise<void> {
  const isSo = await poll(() => read().catch(() => false), Boolean, readyMsMax);
  if (!isSo) throw new Error("the Redis Cluster did not form");
}
