import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { Redis } from "ioredis";
import { Client } from "pg";
import { expect, inject, vi } from "vitest";
import type { QueueLogger } from "../fault.ts";
import { migrateQueue } from "../migrate.ts";
import type { QueueBackend } from "../names.ts";
import type { Producer } from "../producer.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    redisUrl: string | undefined;
  }
}

/** A queue for one test, on a real server. */
export interface TestQueue {
  url: string;
  name: string;
}

/** The backends that this machine can run; Redis is not everywhere. */
export const backends: QueueBackend[] = inject("redisUrl") === undefined ? ["postgres"] : ["redis", "postgres"];
export const hasRedis = backends.includes("redis");

export const silent: QueueLogger = { info: () => {}, warn: () => {}, error: () => {} };

export async function openTestQueue(backend: QueueBackend): Promise<TestQueue> {
  const name = `test-${randomUUID()}`;
  if (backend === "redis") return { url: inject("redisUrl") as string, name };
  const url = await createDatabase(databaseName());
  await migrateQueue(url, [name], silent);
  return { url, name };
}

export const databaseName = () => `queue_${randomUUID().replaceAll("-", "")}`;

export function databaseUrl(database: string): string {
  const url = new URL(inject("databaseServerUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

export async function createDatabase(database: string): Promise<string> {
  await query(inject("databaseServerUrl"), `create database ${database}`);
  return databaseUrl(database);
}

export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A Redis for one test, which may kill and empty it. */
export interface TestRedis {
  url: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. */
  freeze(): void;
  /** SIGCONT: it answers all that it was sent meanwhile. */
  thaw(): void;
  flush(): Promise<void>;
}

export async function createTestRedis(): Promise<TestRedis> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    server = spawn("redis-server", args, { stdio: "ignore" });
    await expect.poll(() => accepts(port), { timeout: 60_000 }).toBe(true);
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
  }

  async function flush(): Promise<void> {
    const client = new Redis(url);
    await client.flushall();
    client.disconnect();
  }

  return {
    url,
    start,
    kill,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    flush,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Resolves once it is connected: a call may take a second, which is short for the first one on a busy machine. */
export async function connected(producer: Producer): Promise<Producer> {
  await vi.waitFor(() => producer.ping(), { timeout: 60_000, interval: 20 });
  return producer;
}
