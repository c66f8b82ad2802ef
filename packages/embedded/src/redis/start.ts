import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Redis } from "ioredis";
import { ownFolder } from "../folder/own.ts";
import { findFreePort } from "../port/find.ts";
import { endServer, readLogTail, type Server, serve } from "../process/serve.ts";
import { waitUntil } from "../process/wait.ts";
import { endOrphan, pidFileOf, redisStopSteps } from "./orphan.ts";

const host = "127.0.0.1";
const startTriesMax = 5;
const startWaitMsMax = 60_000;
const pingWaitMsMax = 1_000;

export interface StartRedisOptions {
  /** The absolute path of a redis-server or valkey-server, as `findRedisServer` gives it. */
  readonly binary: string;
  /** The folder for the data, made if missing. */
  readonly dataDir: string;
  /** A free port where none is given. */
  readonly port?: number | undefined;
  readonly log?: (message: string) => void;
}

export interface EmbeddedRedis {
  readonly host: string;
  readonly port: number;
  /** The number of the server process. */
  readonly pid: number;
  readonly url: string;
  /** Writes what is held and ends the server; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a Redis or Valkey server on the data of `dataDir`, reachable from this machine alone,
 * with an append-only file synced each second, never evicting. A server left by an earlier run
 * is replaced. Throws FolderInUseError while another live process runs one from this folder.
 */
export async function startRedis(options: StartRedisOptions): Promise<EmbeddedRedis> {
  const { binary, dataDir, log = () => undefined } = options;
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(resolve(dataDir));
  const ownership = await ownFolder(folder);
  try {
    await endOrphan(folder, log);
    const { server, port } = await startServer({ binary, folder, port: options.port });
    log(`Redis runs on ${host}:${port}, data in ${folder}`);
    return describeServer(server, port, ownership.release);
  } catch (error) {
    await endOrphan(folder, log).catch(() => undefined);
    await ownership.release();
    throw error;
  }
}

interface StartServerOptions {
  readonly binary: string;
  readonly folder: string;
  readonly port: number | undefined;
}

/** A free port may be taken before the server binds it, so there are several tries. */
async function startServer(options: StartServerOptions): Promise<{ server: Server; port: number }> {
  const logFile = join(options.folder, "redis.log");
  for (let tries = 1; ; tries += 1) {
    const port = options.port ?? (await findFreePort(host));
    const args = serverArgs(options.folder, port);
    const server = await serve({ binary: options.binary, args, logFile });
    if (await awaitReady(server, port, options.folder)) return { server, port };
    if (tries === startTriesMax) {
      const tail = await readLogTail(logFile);
      throw new Error(`Redis did not start; the end of ${logFile}:\n${tail}`);
    }
  }
}

function serverArgs(folder: string, port: number): readonly string[] {
  const settings = {
    bind: host,
    port: String(port),
    dir: folder,
    pidfile: pidFileOf(folder),
    // Keeps the folder in the command line, by which an orphan is known.
    "set-proc-title": "no",
    daemonize: "no",
    save: "",
    appendonly: "yes",
    appendfsync: "everysec",
    "maxmemory-policy": "noeviction",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Whether the server answers and is ours, not one that took the port; false when it ended first. */
async function awaitReady(server: Server, port: number, folder: string): Promise<boolean> {
  let ready = false;
  const settled = await waitUntil(async () => {
    ready = (await askFolder(port)) === folder;
    return ready || server.ended();
  }, startWaitMsMax);
  if (settled) return ready;
  await endServer(server.pid, redisStopSteps);
  return false;
}

/** The data folder of the server on this port, or undefined while none answers. */
async function askFolder(port: number): Promise<string | undefined> {
  const redis = new Redis({
    host,
    port,
    lazyConnect: true,
    connectTimeout: pingWaitMsMax,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const [, dir] = (await redis.config("GET", "dir")) as string[];
    return dir;
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

function describeServer(server: Server, port: number, release: () => Promise<void>): EmbeddedRedis {
  let stopping: Promise<void> | undefined;
  return {
    host,
    port,
    pid: server.pid,
    url: `redis://${host}:${port}`,
    stop: () => {
      stopping ??= endServer(server.pid, redisStopSteps).finally(release);
      return stopping;
    },
  };
}
