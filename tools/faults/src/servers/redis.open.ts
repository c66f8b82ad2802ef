import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort, findRedisServer } from "@rewards/embedded";
import { poll } from "@rewards/lab/poll";
import { makeFolder } from "@rewards/lab/servers";
import { Redis } from "ioredis";
import type { Opening } from "../faults/fault.ts";
import { times } from "../list.ts";
import { host, startServer, type TopologyServer } from "./server.start.ts";

/** A Redis server of several, without a password, reachable from this machine alone. It keeps nothing. */
interface RedisNode extends TopologyServer {
  readonly port: number;
  readonly client: Redis;
}

const readyMsMax = 30_000;
const nodeMsMax = "1000";
const slots = 16_384;
const keysAtOnce = 50;
const primaryName = "rewards";
const sentinels = 3;
const quorum = 2;

/** `argsOf` gets its port. @throws if the PATH has no redis-server. */
async function startNode(
  opening: Opening,
  argsOf: (port: number) => readonly string[] = portArgs,
  options: { readonly tls?: { readonly ca: string } } = {},
): Promise<RedisNode> {
  const binary = await findRedisServer(opening.path);
  if (!binary) throw new Error("no redis-server on the PATH");
  const folder = await makeFolder("redis-node", opening.closers);
  const port = await findFreePort(host);
  const client = new Redis(port, host, { retryStrategy: () => 100, lazyConnect: true, ...options });
  client.on("error", () => undefined);
  const command = [binary, ...argsOf(port), "--bind", host, "--save", "", "--dir", folder] as const;
  const isReady = () =>
    client.ping().then(
      (answer) => answer === "PONG",
      () => false,
    );
  const server = await startServer(opening, command, isReady);
  opening.closers.add(async () => client.disconnect());
  return { ...server, port, client };
}

const portArgs = (port: number): string[] => ["--port", String(port)];

async function until(read: () => Promise<boolean>): Promise<void> {
  const isSo = await poll(() => read().catch(() => false), Boolean, readyMsMax);
  if (!isSo) throw new Error("the servers of Redis did not join");
}

const awaitReplica = ({ client }: RedisNode) =>
  until(async () => (await client.info("replication")).includes("master_link_status:up"));

interface ClusterNode extends RedisNode {
  readonly bus: number;
  readonly id: string;
}

async function startClusterNode(opening: Opening): Promise<ClusterNode> {
  const bus = await findFreePort(host);
  const node = await startNode(opening, (port) => [
    ...[...portArgs(port), "--cluster-enabled", "yes", "--cluster-port", String(bus)],
    ...["--cluster-node-timeout", nodeMsMax, "--cluster-require-full-coverage", "no"],
  ]);
  return { ...node, bus, id: String(await node.client.call("cluster", "myid")) };
}

/** Three primaries, and a replica of the one that owns the slot of the queue. */
export async function openRedisCluster(opening: Opening) {
  const nodes = await Promise.all(times(4, () => startClusterNode(opening)));
  const [owner, second, third, replica] = nodes as [ClusterNode, ClusterNode, ClusterNode, ClusterNode];
  const slot = Number(await owner.client.call("cluster", "keyslot", "{rewards}"));
  const share = Math.ceil((slots - 1) / 2);
  const free = times(slots, (n) => n).filter((n) => n !== slot);
  for (const [node, taken] of [
    [owner, [slot]],
    [second, free.slice(0, share)],
    [third, free.slice(share)],
  ] as const)
    await node.client.call("cluster", "addslots", ...taken);
  // Two nodes with the same epoch would both claim a slot.
  for (const [index, { client }] of nodes.entries()) await client.call("cluster", "set-config-epoch", index + 1);
  for (const { port, bus } of nodes.slice(1)) await owner.client.call("cluster", "meet", host, port, bus);
  for (const { client } of nodes)
    await until(async () => {
      const info = String(await client.call("cluster", "info"));
      return info.includes("cluster_state:ok") && info.includes(`cluster_known_nodes:${nodes.length}`);
    });
  await until(async () => (await replica.client.call("cluster", "replicate", owner.id)) === "OK");
  await awaitReplica(replica);
  const hosts = nodes.map(({ port }) => `${host}:${port}`);
  return {
    place: { queueUrl: `redis+cluster://${hosts.join()}`, isQueueDirect: true },
    owner,
    moveSlot: () => moveSlot(slot, owner, second, third),
  };
}

/** Moves the slot of the queue from its owner to another node, key by key, while it is used. */
async function moveSlot(slot: number, from: ClusterNode, to: ClusterNode, other: ClusterNode): Promise<void> {
  await to.client.call("cluster", "setslot", slot, "importing", from.id);
  await from.client.call("cluster", "setslot", slot, "migrating", to.id);
  for (;;) {
    const keys = (await from.client.call("cluster", "getkeysinslot", slot, keysAtOnce)) as string[];
    if (keys.length === 0) break;
    await from.client.call("migrate", host, to.port, "", 0, 5_000, "keys", ...keys);
  }
  // A primary that lost its last slot became a replica.
  for (const { client } of [to, from, other])
    await client.call("cluster", "setslot", slot, "node", to.id).catch((error: Error) => {
      if (!error.message.includes("only with masters")) throw error;
    });
}

/** A primary, its replica, and three Sentinels that make the replica the primary. */
export async function openSentinelRedis(opening: Opening) {
  const primary = await startNode(opening);
  const of = ["--replicaof", host, String(primary.port)];
  await awaitReplica(await startNode(opening, (port) => [...portArgs(port), ...of]));
  const watchers = await Promise.all(times(sentinels, () => startSentinel(opening, primary.port)));
  for (const { client } of watchers) {
    const count = async (what: string) => ((await client.call("sentinel", what, primaryName)) as unknown[]).length;
    await until(async () => (await count("replicas")) === 1 && (await count("sentinels")) === sentinels - 1);
  }
  const hosts = watchers.map(({ port }) => `${host}:${port}`);
  return { place: { queueUrl: `redis+sentinel://${hosts.join()}/${primaryName}`, isQueueDirect: true }, primary };
}

async function startSentinel(opening: Opening, primaryPort: number): Promise<RedisNode> {
  const file = join(await makeFolder("sentinel", opening.closers), "sentinel.conf");
  const settings = [
    `sentinel monitor ${primaryName} ${host} ${primaryPort} ${quorum}`,
    `sentinel down-after-milliseconds ${primaryName} 1000`,
    `sentinel failover-timeout ${primaryName} 5000\n`,
  ];
  await writeFile(file, settings.join("\n"));
  return startNode(opening, (port) => [file, "--sentinel", ...portArgs(port)]);
}

/** A Redis that accepts no connection without TLS, with a certificate of a private CA. @throws if the PATH has no openssl. */
export async function openTlsRedis(opening: Opening) {
  const folder = await makeFolder("redis-tls", opening.closers);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  openssl(...request, "-x509", "-subj", "/CN=Faults CA", "-keyout", "ca.key", "-out", "ca.crt");
  const issued = ["-CA", "ca.crt", "-CAkey", "ca.key", "-addext", `subjectAltName=IP:${host}`];
  openssl(...request, "-x509", ...issued, "-subj", "/CN=faults", "-keyout", "redis.key", "-out", "redis.crt");
  const fileOf = (name: string) => join(folder, name);
  const root = fileOf("ca.crt");
  const argsOf = (port: number) => [
    ...["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no", "--tls-ca-cert-file", root],
    ...["--tls-cert-file", fileOf("redis.crt"), "--tls-key-file", fileOf("redis.key")],
  ];
  const node = await startNode(opening, argsOf, { tls: { ca: readFileSync(root, "utf8") } });
  return { place: { queueUrl: `rediss://${host}:${node.port}?sslrootcert=${encodeURIComponent(root)}` }, node };
}
