import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test, vi } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { createConsumer } from "./consumer.ts";
import { createProducer } from "./producer.ts";
import { connected, silent } from "./testing/backends.ts";
import { host, useRedisNodes } from "./testing/redis-nodes.ts";

const { folder, closers, start, openQueue } = await useRedisNodes();

describe.skipIf(inject("redisUrl") === undefined)("several servers of Redis", () => {
  test("behind a Sentinel the queue goes on at the replica when the primary is killed", async () => {
    const primary = await start();
    const replica = await start("--replicaof", host, String(primary.port));
    const config = join(folder, "sentinel.conf");
    await writeFile(
      config,
      `sentinel monitor rewards ${host} ${primary.port} 1\nsentinel down-after-milliseconds rewards 1000\nsentinel failover-timeout rewards 5000\n`,
    );
    await vi.waitFor(async () => expect(await replica.client.info("replication")).toContain("master_link_status:up"), {
      timeout: 30_000,
    });
    const sentinel = await start(config, "--sentinel");
    await vi.waitFor(
      async () => expect(await sentinel.client.call("sentinel", "replicas", "rewards")).toHaveLength(1),
      {
        timeout: 30_000,
      },
    );
    const { pass } = openQueue(`redis+sentinel://${host}:${sentinel.port}/rewards`);
    await pass();
    primary.child.kill("SIGKILL");
    await pass();
  });

  test("a consumer whose connections went silent is built anew while jobs wait", async () => {
    const { port, client } = await start();
    const url = `redis://${host}:${port}`;
    const proxy = await openProxy(url);
    closers.push(() => proxy.shut());
    const producer = createProducer({ url: `${url}?partitions=2`, names: ["sale"], logger: silent });
    const taken: string[] = [];
    const consumer = createConsumer({
      url: `${proxy.url}?partitions=2`,
      name: "sale",
      partition: 1,
      process: async (ids) => void taken.push(...ids),
      hasWaiting: async () => (await producer.waitingCount("sale", 1)) > 0,
      deafMsMax: 600,
      logger: silent,
    });
    closers.push(
      () => producer.close(),
      () => consumer.close(1_000),
    );
    await connected(producer);
    await producer.add("sale", ["1"], [], 1);
    await vi.waitFor(() => expect(taken).toEqual(["1"]), { timeout: 30_000 });
    // It waits for the next one. One that it takes as its connection falls silent is free only after the lock of a job.
    const blocked = /flags=b .*cmd=bzpopmin/;
    await vi.waitFor(async () => expect(await client.call("client", "list")).toMatch(blocked), { timeout: 30_000 });
    proxy.silence();
    await producer.add("sale", ["2"], [], 1);
    await vi.waitFor(() => expect(taken).toEqual(["1", "2"]), { timeout: 30_000 });
  });
});
