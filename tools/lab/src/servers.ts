import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  findFreePort,
  findRedisServer,
  postgresDatabase,
  type StartPostgresOptions,
  startPostgres,
  startRedis,
} from "@rewards/embedded";
import openSql from "postgres";
import { childPidsOf, signal } from "./children.ts";
import type { Closers } from "./closers.ts";

/** A server that can be ended, restarted at the same address, and halted. */
export interface LabServer {
  readonly url: string;
  pid(): number;
  /** Ends it by this signal. By default at once: Redis by SIGKILL, Postgres by SIGQUIT, an immediate stop. */
  end(name?: NodeJS.Signals): Promise<void>;
  /** Postgres comes back with its data, Redis with nothing. */
  start(): Promise<void>;
  /** Halts all of its processes: it accepts connections and does not answer. */
  freeze(): void;
  thaw(): void;
}

export interface LabPostgres extends LabServer {
  /** SIGKILL of the server and all of its processes: data not yet handed to the operating system is lost. */
  crash(): Promise<void>;
  /** `more` overrides the other settings. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
}

const host = "127.0.0.1";

/** A temporary folder that is deleted with the run, or by the next run of tests or tools if this one is killed. */
export async function makeFolder(name: string, closers: Closers): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `rewards-test-${name}-`));
  // As root, Postgres runs as another user, which must be able to read this.
  await chmod(folder, 0o755);
  closers.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A Postgres with fresh data; as durable as in production, unless the options say otherwise. */
export async function openPostgres(
  closers: Closers,
  { settings = {}, ...options }: Pick<StartPostgresOptions, "durable" | "settings"> = {},
): Promise<LabPostgres> {
  const dataDir = join(await makeFolder("postgres", closers), "data");
  const port = await findFreePort(host);
  const server = await keep("SIGQUIT", closers, async (more: Readonly<Record<string, string>> = {}) => {
    const { url, pid, stop } = await startPostgres({ ...options, dataDir, port, settings: { ...settings, ...more } });
    return { url: url(postgresDatabase), pid, stop };
  });
  return {
    ...server,
    async crash() {
      const sql = openSql(server.url, { max: 1, onnotice: () => undefined });
      const children = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
      // Halted first; otherwise it would see its processes die and begin to recover.
      signal(server.pid(), "SIGSTOP");
      for (const child of children) signal(child.pid, "SIGKILL");
      await server.end("SIGKILL");
      await sql.end({ timeout: 0 });
    },
  };
}

/** @throws if `path`, the value of PATH, has no Redis; `remedy` suggests an alternative. */
export async function openRedis(
  closers: Closers,
  path: string | undefined,
  remedy = "run with --backend postgres",
): Promise<LabServer> {
  const binary = await findRedisServer(path);
  if (!binary) throw new Error(`no redis-server on the PATH: install one, or ${remedy}`);
  const port = await findFreePort(host);
  // Stays the same after a restart, as the URL must.
  const password = randomUUID();
  return keep("SIGKILL", closers, async () =>
    startRedis({ binary, port, password, dataDir: await makeFolder("redis", closers) }),
  );
}

interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function keep<Args extends unknown[]>(
  endsBy: NodeJS.Signals,
  closers: Closers,
  run: (...args: Args | []) => Promise<Running>,
) {
  let server = await run();
  // Signal the parent first: Postgres would read the stop of a child as its end.
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of [server.pid, ...childPidsOf(server.pid)]) signal(pid, name);
  };
  closers.add(async () => {
    signalAll("SIGCONT");
    await server.stop();
  });
  return {
    url: server.url,
    pid: () => server.pid,
    async end(name = endsBy) {
      signal(server.pid, name);
      await server.stop();
    },
    async start(...args: Args | []) {
      server = await run(...args);
    },
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
  } satisfies LabServer;
}
