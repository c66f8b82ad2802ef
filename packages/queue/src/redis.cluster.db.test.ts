import { describe, expect, inject, test, vi } from "vitest";
import { findFreePort } from "../../embedded/src/port.ts";
import { createConsumer } from "./consumer.ts";
import { describeRedis, inspectQueue } from "./inspect.ts";
import { createProducer } from "./producer.ts";
import { connected, silent } from "./testing/backends.ts";
import { host, nothingWaits, type RedisNode, useRedisNodes } from "./testing/redis-nodes.ts";

const { closers, start, openQueue } = await useRedisNodes();

/** Three nodes, of which the first owns every slot. A node that is away takes only its own slots with it. */
async function startCluster(): Promise<readonly [RedisNode, RedisNode, RedisNode]> {
  const nodes: (RedisNode & { readonly bus: string })[] = [];
  for (let count = 0; count < 3; count += 1) {
    const bus = String(await findFreePort(host));
    const args = ["--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-require-full-coverage", "no"];
    nodes.push({ ...(await start(...args)), bus });
  }
  const [first, ...others] = nodes as [(typeof nodes)[0], ...typeof nodes];
  await first.client.call("cluster", "addslotsrange", 0, 16_383);
  for (const { port, bus } of others) await first.client.call("cluster", "meet", host, port, bus);
  for (const { client } of nodes)
    await vi.waitFor(
      async () => {
        const info = String(await client.cluster("INFO"));
        expect(info).toContain("cluster_state:ok");
        expect(info).toContain("cluster_known_nodes:3");
      },
      { timeout: 60_000 },
    );
  return nodes as unknown as [RedisNode, RedisNode, RedisNode];
}

const slotOf = async (node: RedisNode, key: string) => Number(await node.client.call("cluster", "keyslot", key));

/** Moves a slot with its keys. The new owner, which imported it, prevails over what other nodes still tell each other. */
async function moveSlot(nodes: readonly RedisNode[], slot: number, from: RedisNode, to: RedisNode): Promise<void> {
  const [fromId, toId] = [await from.client.call("cluster", "myid"), await to.client.call("cluster", "myid")].map(
    String,
  );
  await to.client.call("cluster", "setslot", slot, "importing", String(fromId));
  await from.client.call("cluster", "setslot", slot, "migrating", String(toId));
  const keys = (await from.client.call("cluster", "getkeysinslot", slot, 1_000)) as string[];
  if (keys.length > 0) await from.client.call("migrate", host, to.port, "", 0, 5_000, "keys", ...keys);
  for (const { client } of [to, from, ...nodes.filter((node) => node !== to && node !== from)])
    await client.call("cluster", "setslot", slot, "node", String(toId));
}

describe.skipIf(inject("redisUrl") === undefined)("a Redis Cluster", () => {
  test("works whichever node the URL names, and when its slot moves to another node", async () => {
    const nodes = await startCluster();
    const [first, second] = nodes;
    const ports = nodes.map(({ port }) => port);

    const { producer, pass } = openQueue(`redis+cluster://${host}:${ports[1]},${host}:${ports[2]}`);
    await pass();
    expect(await producer.probe()).toBeUndefined();
    await moveSlot(nodes, await slotOf(first, "{rewards}"), first, second);
    await pass();

    // The third node owns no slot, so it can get no queue.
    await first.client.config("SET", "maxmemory-policy", "allkeys-lru");
    const evicting = /^1 of the 2 nodes .*Set maxmemory-policy noeviction\.$/;
    await vi.waitFor(async () => expect(await producer.probe()).toMatch(evicting), { timeout: 60_000 });
    const { redis } = await inspectQueue(`redis+cluster://${host}:${ports[1]}`, ["sale"], silent);
    const policies = new Map(redis?.nodes.map(({ address, maxmemoryPolicy }) => [address, maxmemoryPolicy]));
    expect(policies.get(`${host}:${ports[0]}`)).toBe("allkeys-lru");
    expect(redis && describeRedis(redis)).toContain(`${host}:${ports[1]} noeviction`);
  });

  test("spreads partitions over its primaries; one that is away holds up its own alone", async () => {
    const nodes = await startCluster();
    const [first, second, third] = nodes;
    await moveSlot(nodes, await slotOf(first, "{rewards-1}"), first, second);
    await moveSlot(nodes, await slotOf(first, "{rewards-2}"), first, third);
    const url = `redis+cluster://${host}:${first.port},${host}:${second.port}?partitions=3`;
    const producer = createProducer({ url, names: ["sale"], logger: silent });
    closers.push(() => producer.close());
    await connected(producer);
    const taken: string[] = [];
    for (const partition of [0, 1, 2]) {
      const process = async (ids: string[], { id }: { id: string }) => void taken.push(`${ids.join()} as ${id}`);
      const consumer = createConsumer({
        url,
        name: "sale",
        partition,
        process,
        hasWaiting: nothingWaits,
        logger: silent,
      });
      closers.push(() => consumer.close(1_000));
      await producer.add("sale", [`${partition}`], [], partition);
    }
    await vi.waitFor(() => expect(taken.toSorted()).toEqual(["0 as 1", "1 as 1:1", "2 as 2:1"]), { timeout: 60_000 });
    for (const [index, { client }] of nodes.entries()) {
      const keys = await client.keys("*:sale:meta");
      expect(keys).toEqual([`{rewards${index === 0 ? "" : `-${index}`}}:sale:meta`]);
    }
    expect(await producer.probe()).toBeUndefined();

    third.child.kill("SIGKILL");
    const away =
      /^1 of the 3 partitions of the queue do not answer \([A-Z_]+\): their records are posted some seconds late\. /;
    await vi.waitFor(async () => expect(await producer.probe()).toMatch(away), { timeout: 60_000 });
    await expect(producer.add("sale", ["lost"], [], 2)).rejects.toThrow();
    await vi.waitFor(() => producer.add("sale", ["kept"], [], 1), { timeout: 60_000 });
    await vi.waitFor(() => expect(taken).toContain("kept as 1:2"), { timeout: 60_000 });
  });
});
