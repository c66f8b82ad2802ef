import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, expect, vi } from "vitest";
import { findFreePort } from "../../../embedded/src/port.ts";
import { createConsumer } from "../consumer.ts";
import { createProducer } from "../producer.ts";
import { silent } from "./backends.ts";

export const host = "127.0.0.1";
export const nothingWaits = async () => false;

export interface RedisNode {
  readonly port: number;
  readonly client: Redis;
  readonly child: ChildProcess;
}

/** Servers of Redis for the tests of a file. They end with it, after what is added to `closers`. */
export async function useRedisNodes() {
  const closers: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const folder = await mkdtemp(join(tmpdir(), "rewards-redis-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));

  /** Starts redis-server in a separate folder. */
  async function start(...args: string[]): Promise<RedisNode> {
    const port = await findFreePort(host);
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
    await vi.waitFor(() => client.ping(), { timeout: 30_000 });
    return { port, client, child };
  }

  /** A producer and a consumer at this URL. `pass` resolves once a job with a new ID was taken. */
  function openQueue(url: string) {
    const taken = new Set<string>();
    const producer = createProducer({ url, names: ["sale"], logger: silent });
    const process = async (ids: string[]) => {
      for (const id of ids) taken.add(id);
    };
    const consumer = createConsumer({ url, name: "sale", process, hasWaiting: nothingWaits, logger: silent });
    closers.push(
      () => producer.close(),
      () => consumer.close(1_000),
    );
    let count = 0;
    const pass = async () => {
      const id = String(count++);
      // An add may fail while the primary changes: recovery repeats it then.
      await vi.waitFor(() => producer.add("sale", [id]), { timeout: 30_000 });
      await vi.waitFor(() => expect(taken).toContain(id), { timeout: 30_000 });
    };
    return { producer, pass };
  }

  return { folder, closers, start, openQueue };
}
