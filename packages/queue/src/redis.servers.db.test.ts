import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, describe, expect, inject, test, vi } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { findFreePort } from "../../embedded/src/port/find.ts";
import { createConsumer } from "./consumer.ts";
import { describeRedis, inspectQueue } from "./inspect.ts";
import { createProducer } from "./producer.ts";

const nothingWaits = async () => false;
const host = "127.0.0.1";
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const folder = await mkdtemp(join(tmpdir(), "rewards-redis-"));
closers.push(() => rm(folder, { recursive: true, force: true }));

/** Starts redis-server in a separate folder. */
async function start(port: number, ...args: string[]): Promise<{ client: Redis; child: ChildProcess }> {
  const dir = await mkdtemp(join(folder, "node-"));
  const child = spawn("redis-server", [...args, "--port", String(port), "--bind", host, "--save", "", "--dir", dir], {
    stdio: "ignore",
  });
  closers.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  const client = new Redis(port, host, { retryStrategy: () => 100 });
  client.on("error", () => undefined);
  closers.push(() => client.disconnect());
  await vi.waitFor(() => client.ping(), { timeout: 10_000 });
  return { client, child };
}

/** A producer and a consumer at this URL. `pass` resolves once a job with a new ID was taken. */
function openQueue(url: string) {
  const taken = new Set<string>();
  const producer = createProducer({ url, names: ["sale"], logger });
  const process = async (ids: string[]) => {
    for (const id of ids) taken.add(id);
  };
  const consumer = createConsumer({ url, name: "sale", process, hasWaiting: nothingWaits, logger });
  closers.push(
    () => producer.close(),
    () => consumer.close(1_000),
  );
  let count = 0;
  const pass = async () => {
    const id = String(count++);
    // An add may fail while the primary changes: recovery repeats it then.
    await vi.waitFor(() => producer.add("sale", [id]), { timeout: 20_000 });
    await vi.waitFor(() => expect(taken).toContain(id), { timeout: 20_000 });
  };
  return { producer, pass };
}

type Node = Awaited<ReturnType<typeof start>> & { readonly port: number };

/** Three nodes, of which the first owns every slot. A node that is away takes only its own slots with it. */
async function startCluster(): Promise<readonly [Node, Node, Node]> {
  const nodes: (Node & { bus: string })[] = [];
  for (const port of [await findFreePort(host), await findFreePort(host), await findFreePort(host)]) {
    const bus = String(await findFreePort(host));
    const args = ["--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-require-full-coverage", "no"];
    nodes.push({ ...(await start(port, ...args)), port, bus });
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
      { timeout: 30_000 },
    );
  return nodes as unknown as [Node, Node, Node];
}

const slotOf = async (node: Node, key: string) => Number(await node.client.call("cluster", "keyslot", key));

/** Gives a slot without keys to another node. */
async function giveSlot(nodes: readonly Node[], slot: number, to: Node): Promise<void> {
  const id = String(await to.client.call("cluster", "myid"));
  for (const { client } of [to, ...nodes.filter((node) => node !== to)])
    await client.call("cluster", "setslot", slot, "node", id);
}

describe.skipIf(inject("redisUrl") === undefined)("several servers of Redis", () => {
  test("a cluster works whichever node the URL names, and when its slot moves to another node", async () => {
    const [first, second, third] = await startCluster();
    const ports = [first.port, second.port, third.port] as const;

    const { producer, pass } = openQueue(`redis+cluster://${host}:${ports[1]},${host}:${ports[2]}`);
    await pass();
    expect(await producer.probe()).toBeUndefined();
    const slot = await slotOf(first, "{rewards}");
    const to = String(await second.client.call("cluster", "myid"));
    const from = String(await first.client.call("cluster", "myid"));
    await second.client.call("cluster", "setslot", slot, "importing", from);
    await first.client.call("cluster", "setslot", slot, "migrating", to);
    const keys = (await first.client.call("cluster", "getkeysinslot", slot, 1_000)) as string[];
    await first.client.call("migrate", host, ports[1], "", 0, 5_000, "keys", ...keys);
    for (const { client } of [second, first, third]) await client.call("cluster", "setslot", slot, "node", to);
    await pass();

    // The third node owns no slot, so it can get no queue.
    await first.client.config("SET", "maxmemory-policy", "allkeys-lru");
    const evicting = /^1 of the 2 nodes .*Set maxmemory-policy noeviction\.$/;
    await vi.waitFor(async () => expect(await producer.probe()).toMatch(evicting), { timeout: 30_000 });
    const { redis } = await inspectQueue(`redis+cluster://${host}:${ports[1]}`, ["sale"], logger);
    const policies = new Map(redis?.nodes.map(({ address, maxmemoryPolicy }) => [address, maxmemoryPolicy]));
    expect(policies.get(`${host}:${ports[0]}`)).toBe("allkeys-lru");
    expect(redis && describeRedis(redis)).toContain(`${host}:${ports[1]} noeviction`);
  });

  test("partitions are spread over the primaries of a cluster; one that is away holds up its own alone", async () => {
    const nodes = await startCluster();
    const [first, second, third] = nodes;
    await giveSlot(nodes, await slotOf(first, "{rewards-1}"), second);
    await giveSlot(nodes, await slotOf(first, "{rewards-2}"), third);
    const url = `redis+cluster://${host}:${first.port},${host}:${second.port}?partitions=3`;
    const producer = createProducer({ url, names: ["sale"], logger });
    closers.push(() => producer.close());
    const taken: string[] = [];
    for (const partition of [0, 1, 2]) {
      const process = async (ids: string[], { id }: { id: string }) => void taken.push(`${ids.join()} as ${id}`);
      const consumer = createConsumer({ url, name: "sale", partition, process, hasWaiting: nothingWaits, logger });
      closers.push(() => consumer.close(1_000));
      await vi.waitFor(() => producer.add("sale", [`${partition}`], [], partition), { timeout: 30_000 });
    }
    await vi.waitFor(() => expect(taken.toSorted()).toEqual(["0 as 1", "1 as 1:1", "2 as 2:1"]), { timeout: 30_000 });
    for (const [index, { client }] of nodes.entries()) {
      const keys = await client.keys("*:sale:meta");
      expect(keys).toEqual([`{rewards${index === 0 ? "" : `-${index}`}}:sale:meta`]);
    }
    expect(await producer.probe()).toBeUndefined();

    third.child.kill("SIGKILL");
    const away =
      /^1 of the 3 partitions of the queue do not answer \([A-Z_]+\): their records are posted some seconds late\. /;
    await vi.waitFor(async () => expect(await producer.probe()).toMatch(away), { timeout: 30_000 });
    await expect(producer.add("sale", ["lost"], [], 2)).rejects.toThrow();
    await vi.waitFor(() => producer.add("sale", ["kept"], [], 1), { timeout: 30_000 });
    await vi.waitFor(() => expect(taken).toContain("kept as 1:2"), { timeout: 30_000 });
  });

  test("behind a Sentinel the queue goes on at the replica when the primary is killed", async () => {
    const ports = [await findFreePort(host), await findFreePort(host), await findFreePort(host)] as const;
    const primary = await start(ports[0]);
    const replica = await start(ports[1], "--replicaof", host, String(ports[0]));
    const config = join(folder, "sentinel.conf");
    await writeFile(
      config,
      `sentinel monitor rewards ${host} ${ports[0]} 1\nsentinel down-after-milliseconds rewards 1000\nsentinel failover-timeout rewards 5000\n`,
    );
    await vi.waitFor(async () => expect(await replica.client.info("replication")).toContain("master_link_status:up"), {
      timeout: 10_000,
    });
    const sentinel = await start(ports[2], config, "--sentinel");
    await vi.waitFor(
      async () => expect(await sentinel.client.call("sentinel", "replicas", "rewards")).toHaveLength(1),
      {
        timeout: 20_000,
      },
    );
    const { pass } = openQueue(`redis+sentinel://${host}:${ports[2]}/rewards`);
    await pass();
    primary.child.kill("SIGKILL");
    await pass();
  });

  test("a consumer whose connections went silent is built anew while jobs wait", async () => {
    const { child: _, client } = await start(await findFreePort(host));
    const url = `redis://${host}:${client.options.port}`;
    const proxy = await openProxy(url);
    closers.push(() => proxy.shut());
    const producer = createProducer({ url: `${url}?partitions=2`, names: ["sale"], logger });
    const taken: string[] = [];
    const consumer = createConsumer({
      url: `${proxy.url}?partitions=2`,
      name: "sale",
      partition: 1,
      process: async (ids) => void taken.push(...ids),
      hasWaiting: async () => (await producer.waitingCount("sale", 1)) > 0,
      deafMsMax: 600,
      logger,
    });
    closers.push(
      () => producer.close(),
      () => consumer.close(1_000),
    );
    await producer.add("sale", ["1"], [], 1);
    await vi.waitFor(() => expect(taken).toEqual(["1"]), { timeout: 10_000 });
    proxy.silence();
    await producer.add("sale", ["2"], [], 1);
    await vi.waitFor(() => expect(taken).toEqual(["1", "2"]), { timeout: 20_000 });
  });
});
