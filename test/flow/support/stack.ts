import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, verifyBooks } from "@rewards/db";
import {
  cloneDatabase,
  findFreePort,
  findRedisServer,
  type StartedProcess,
  serviceUrlOf,
  startProcess,
  startRedis,
} from "@rewards/embedded";
import { expect, inject, vi } from "vitest";
import { type Client, createClient } from "./client.ts";

export type QueueBackend = "redis" | "postgres";
/** The backends that this machine can run. */
export const backends: readonly QueueBackend[] =
  inject("redisUrl") === undefined ? ["postgres"] : ["redis", "postgres"];
export const hasRedis = backends.includes("redis");

export const scriptOf = (app: "api" | "worker") =>
  fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));

/** A Redis of the stack's own, to be killed and brought back on its port. */
export interface OwnRedis {
  readonly url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Empty, on the same port. */
  restart(): Promise<void>;
}

export interface Running extends StartedProcess {
  readonly lines: readonly string[];
  signal(name: NodeJS.Signals): void;
}

/** A database of its own, a queue of its own, and processes of the real programs on them. */
export interface Stack {
  /** As the role of API and worker. */
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly queueUrl: string;
  /** As the owner: for what tests look at, and do by hand. */
  readonly database: ReturnType<typeof openDatabase>;
  readonly redis: OwnRedis | undefined;
  /** Of the first API. */
  readonly client: Client;
  /** Every line that any process of this stack wrote. */
  readonly lines: readonly string[];
  startApi(env?: Env): Promise<Running & { url: string; client: Client }>;
  startWorker(env?: Env): Promise<Running>;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

export interface StackOptions {
  readonly queue?: QueueBackend;
  /** The owner's URL of a migrated database of the test's own, instead of a clone of the template. */
  readonly databaseUrl?: string;
  /** A queue server of the test's own. */
  readonly queueUrl?: string;
  readonly apis?: number;
  readonly workers?: number;
  readonly env?: Env;
}

const stopMsMax = 15_000;

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { queue = "postgres", apis = 1, workers = 1, env = {} } = options;
  const cleanUp: (() => Promise<unknown>)[] = [];
  const running: Running[] = [];
  const lines: string[] = [];
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop(stopMsMax)));
    for (const step of cleanUp.toReversed()) await step();
  };
  const ownerUrl = options.databaseUrl ?? (await cloneOwnDatabase(cleanUp));
  const databaseUrl = serviceUrlOf(ownerUrl);
  const redis = queue === "redis" ? await startOwnRedis(cleanUp) : undefined;
  const database = openDatabase({ url: ownerUrl, name: "test", poolMax: 2, viewPoolMax: 1 });
  cleanUp.push(database.close);
  const queueUrl = options.queueUrl ?? redis?.url ?? databaseUrl;

  async function start(app: "api" | "worker", extra: Env): Promise<Running & { url: string }> {
    const own: string[] = [];
    const child = startProcess({
      name: app,
      script: scriptOf(app),
      env: { DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl, PORT: "0", STOP_GRACE_MS: "0", ...env, ...extra },
      log: (line) => {
        own.push(line);
        lines.push(line);
      },
    });
    const one = {
      ...child,
      lines: own,
      signal: (name: NodeJS.Signals) => void process.kill(child.pid as number, name),
    };
    running.push(one);
    const { url = "" } = await child.ready.catch((cause) => {
      throw new Error(`${app} did not start:\n${own.join("\n")}`, { cause });
    });
    return { ...one, url };
  }

  const startApi = async (extra: Env = {}) => {
    const api = await start("api", extra);
    return { ...api, client: createClient(api.url) };
  };
  const startWorker = (extra: Env = {}) => start("worker", extra);
  try {
    const [started] = await Promise.all([
      Promise.all(Array.from({ length: apis }, () => startApi())),
      Promise.all(Array.from({ length: workers }, () => startWorker())),
    ]);
    const client = started[0]?.client ?? createClient("http://127.0.0.1:9");
    return { databaseUrl, ownerUrl, queueUrl, database, redis, client, lines, startApi, startWorker, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function cloneOwnDatabase(cleanUp: (() => Promise<unknown>)[]): Promise<string> {
  const cloned = await cloneDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  cleanUp.push(cloned.drop);
  return cloned.url;
}

async function startOwnRedis(cleanUp: (() => Promise<unknown>)[]): Promise<OwnRedis> {
  const binary = await findRedisServer(process.env["PATH"]);
  if (binary === undefined) throw new Error("no Redis server on the PATH");
  const port = await findFreePort("127.0.0.1");
  // The same after a restart, as its URL is.
  const password = randomUUID();
  const run = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "rewards-flow-redis-"));
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
    return startRedis({ binary, dataDir, port, password });
  };
  let server = await run();
  cleanUp.push(() => server.stop());
  return {
    url: server.url,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    async restart() {
      server = await run();
      const kept = server;
      cleanUp.push(() => kept.stop());
    },
  };
}

/** The end of every flow: nothing is left to do, and the books agree. */
export async function expectBooksInOrder({ database: { sql } }: Pick<Stack, "database">): Promise<void> {
  await vi.waitFor(async () => expect(await sql`select class, id from pending`).toHaveLength(0), { timeout: 30_000 });
  expect(await verifyBooks(sql)).toEqual([]);
}

/** Rows by table, of all that a call could have written. */
export async function countRows({ database: { sql } }: Pick<Stack, "database">): Promise<Record<string, number>> {
  const tables = ["sale", "redemption", "redemption_item", "store", "member", "reward", "product", "segment"];
  const more = ["ledger_entry", "balance", "adjustment", "pending", "awaiting", "stock", "idempotency_key", "history"];
  const counts = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`;
      return [table, row?.count ?? -1] as const;
    }),
  );
  return Object.fromEntries(counts);
}
