import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort, findRedisServer } from "@rewards/embedded";
import { signal } from "@rewards/lab/children";
import { poll } from "@rewards/lab/poll";
import { makeFolder } from "@rewards/lab/servers";
import { Redis } from "ioredis";
import type { Opening } from "../faults/fault.ts";

/** A Redis server of several, without a password, reachable from this machine alone. It keeps nothing. */
export interface RedisNode {
  readonly port: number;
  readonly client: Redis;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const redisHost = "127.0.0.1";
const startMsMax = 10_000;

/** `argsOf` gets its port. @throws if the PATH has no redis-server. */
export async function startRedisNode(
  { closers, path }: Opening,
  argsOf: (port: number) => readonly string[],
  options: { readonly tls?: { readonly ca: string } } = {},
): Promise<RedisNode> {
  const binary = await findRedisServer(path);
  if (!binary) throw new Error("no redis-server on the PATH");
  const folder = await makeFolder("redis-node", closers);
  const port = await findFreePort(redisHost);
  const client = new Redis(port, redisHost, { retryStrategy: () => 100, lazyConnect: true, ...options });
  client.on("error", () => undefined);
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    signal(child.pid as number, "SIGKILL");
    await ended;
  };
  const start = async () => {
    const settings = ["--bind", redisHost, "--save", "", "--dir", folder];
    child = spawn(binary, [...argsOf(port), ...settings], { stdio: "ignore" });
    const ping = () => client.ping().catch(() => undefined);
    if ((await poll(ping, (answer) => answer === "PONG", startMsMax)) === undefined)
      throw new Error("redis-server did not start");
  };
  closers.add(kill);
  await start();
  closers.add(async () => client.disconnect());
  return { port, client, kill, start };
}
