import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, findRedisServer, postgresDatabase, startPostgres, startRedis } from "@rewards/embedded";
import type { Closers } from "../closers.ts";

const host = "127.0.0.1";

/** A server that is ended and brought back at its address. */
export interface DrillServer {
  readonly url: string;
  /** Ends it by this signal: SIGKILL for Redis; for Postgres SIGQUIT, which is a crash, or SIGINT, a fast shutdown. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Postgres comes back with its data, Redis with nothing. */
  start(): Promise<void>;
  /** Halts all of its processes, so that it is connected and says nothing. */
  freeze(): void;
  thaw(): void;
}

interface RunningServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function keepServer(run: () => Promise<RunningServer>, closers: Closers): Promise<DrillServer> {
  let server = await run();
  const signal = (name: NodeJS.Signals) => signalAll(server.pid, name);
  const stop = async () => {
    signal("SIGCONT");
    await server.stop();
  };
  closers.add(stop);
  return {
    url: server.url,
    async end(name) {
      process.kill(server.pid, name);
      await server.stop();
    },
    async start() {
      server = await run();
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
}

/** The parent first: a Postgres whose child stopped unseen would think that it ended. */
function signalAll(pid: number, name: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function makeFolder(name: string, closers: Closers): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `rewards-drill-${name}-`));
  // Postgres runs as a user of its own where this one is root.
  await chmod(folder, 0o755);
  closers.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Durable, as in production: what a crash may take is what is measured. */
export async function startDrillPostgres(closers: Closers): Promise<DrillServer> {
  const dataDir = join(await makeFolder("postgres", closers), "data");
  const port = await findFreePort(host);
  const run = async () => {
    const server = await startPostgres({ dataDir, port });
    return { url: server.url(postgresDatabase), pid: server.pid, stop: server.stop };
  };
  return keepServer(run, closers);
}

export async function startDrillRedis(path: string | undefined, closers: Closers): Promise<DrillServer> {
  const binary = await findRedisServer(path);
  if (!binary) throw new Error("no redis-server on the PATH: install one, or run with --backend postgres");
  const port = await findFreePort(host);
  // The same after a restart, as its URL is.
  const password = randomUUID();
  const run = async () => startRedis({ binary, port, password, dataDir: await makeFolder("redis", closers) });
  return keepServer(run, closers);
}
