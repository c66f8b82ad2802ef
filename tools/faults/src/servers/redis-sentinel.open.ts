import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { poll } from "@rewards/lab/poll";
import { makeFolder } from "@rewards/lab/servers";
import type { Opening } from "../faults/fault.ts";
import { type RedisNode, redisHost, startRedisNode } from "./redis-node.start.ts";

/** A primary, its replica, and three Sentinels that make the replica the primary. */
export interface SentinelRedis {
  readonly url: string;
  readonly primary: RedisNode;
  readonly replica: RedisNode;
}

const primaryName = "rewards";
const sentinels = 3;
const quorum = 2;
const readyMsMax = 30_000;

export async function openSentinelRedis(opening: Opening): Promise<SentinelRedis> {
  const primary = await startRedisNode(opening, (port) => ["--port", String(port)]);
  const of = ["--replicaof", redisHost, String(primary.port)];
  const replica = await startRedisNode(opening, (port) => ["--port", String(port), ...of]);
  await until(async () => (await replica.client.info("replication")).includes("master_link_status:up"));
  const watchers = await Promise.all(Array.from({ length: sentinels }, () => startSentinel(opening, primary.port)));
  for (const { client } of watchers) {
    const count = async (what: string) => ((await client.call("sentinel", what, primaryName)) as unknown[]).length;
    await until(async () => (await count("replicas")) === 1 && (await count("sentinels")) === sentinels - 1);
  }
  const hosts = watchers.map(({ port }) => `${redisHost}:${port}`);
  return { url: `redis+sentinel://${hosts.join()}/${primaryName}`, primary, replica };
}

async function startSentinel(opening: Opening, primaryPort: number): Promise<RedisNode> {
  const file = join(await makeFolder("sentinel", opening.closers), "sentinel.conf");
  await writeFile(
    file,
    [
      `sentinel monitor ${primaryName} ${redisHost} ${primaryPort} ${quorum}`,
      `sentinel down-after-milliseconds ${primaryName} 1000`,
      `sentinel failover-timeout ${primaryName} 5000\n`,
    ].join("\n"),
  );
  return startRedisNode(opening, (port) => [file, "--sentinel", "--port", String(port)]);
}

async function until(read: () => Promise<boolean>): Promise<void> {
  const isSo = await poll(() => read().catch(() => false), Boolean, readyMsMax);
  if (!isSo) throw new Error("the Sentinels did not form");
}
