import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EmbeddedPostgres,
  type EmbeddedRedis,
  findFreePort,
  findRedisServer,
  startPostgres,
  startRedis,
} from "@rewards/embedded";
import openSql from "postgres";

/** A server that can be ended and brought back at its address, and whose process can be stopped and resumed. */
export interface FaultServer {
  readonly url: string;
  pid(): number;
  /** Ends it without warning: Postgres by an immediate stop, Redis by SIGKILL. */
  kill(): Promise<void>;
  /** Postgres with its data, Redis with nothing. */
  restart(): Promise<void>;
}

export interface FaultPostgres extends FaultServer {
  /** SIGKILL of the server and all of its processes: what they had not handed to the system is gone. */
  crash(): Promise<void>;
  /** `more` are settings over those that it has otherwise. */
  restart(more?: Readonly<Record<string, string>>): Promise<void>;
}

export interface FaultServers {
  readonly postgres: FaultPostgres;
  readonly redis: FaultServer | undefined;
  stop(): Promise<void>;
}

const host = "127.0.0.1";
/**
 * A commit is in the log before it is answered, as in production; only the disk is not waited for, since processes are
 * killed here and not the machine.
 */
const settings = { synchronous_commit: "on", full_page_writes: "on", max_connections: "160" };

/** Real servers of the suite's own, on a folder that goes with them. `path` is the value of PATH. */
export async function startFaultServers(path: string | undefined, withRedis: boolean): Promise<FaultServers> {
  const folder = mkdtempSync(join(tmpdir(), "rewards-faults-"));
  // Postgres runs as a user of its own where this one is root.
  chmodSync(folder, 0o755);
  const steps: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  try {
    const postgres = await startPostgresServer(join(folder, "postgres"), steps);
    const redis = withRedis ? await startRedisServer(folder, path, steps) : undefined;
    return { postgres, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPostgresServer(dataDir: string, steps: (() => Promise<void>)[]): Promise<FaultPostgres> {
  const port = await findFreePort(host);
  const start = (more = {}) => startPostgres({ dataDir, port, durable: false, settings: { ...settings, ...more } });
  let server: EmbeddedPostgres = await start();
  steps.push(() => server.stop());
  return {
    url: server.url("postgres"),
    pid: () => server.pid,
    async kill() {
      process.kill(server.pid, "SIGQUIT");
      await server.stop();
    },
    async crash() {
      await killAll(server);
      await server.stop();
    },
    async restart(more) {
      server = await start(more);
    },
  };
}

/** The server is halted first, or it would see its processes die and begin to recover. */
async function killAll({ pid, url }: EmbeddedPostgres): Promise<void> {
  const sql = openSql(url("postgres"), { max: 1, onnotice: () => undefined });
  const children = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  process.kill(pid, "SIGSTOP");
  for (const child of [...children, { pid }]) process.kill(child.pid, "SIGKILL");
  await sql.end({ timeout: 0 });
}

async function startRedisServer(
  folder: string,
  path: string | undefined,
  steps: (() => Promise<void>)[],
): Promise<FaultServer> {
  const binary = await findRedisServer(path);
  if (!binary) throw new Error("no redis-server on the PATH: install one, or run with --backend postgres");
  const port = await findFreePort(host);
  // The same after a restart, as its URL is.
  const password = randomUUID();
  let starts = 0;
  const start = () => startRedis({ binary, port, password, dataDir: join(folder, `redis-${starts++}`) });
  let server: EmbeddedRedis = await start();
  steps.push(() => server.stop());
  return {
    url: server.url,
    pid: () => server.pid,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    async restart() {
      server = await start();
    },
  };
}
