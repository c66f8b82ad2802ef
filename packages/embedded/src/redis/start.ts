import { writeFile } from "node:fs/promises";
import { Redis } from "ioredis";
import { randomPassword } from "../account.ts";
import { giveFolder, ownerOnlyFile, showFolder } from "../folder.ts";
import { ownFolder } from "../owner.ts";
import { findFreePort } from "../port.ts";
import { awaitReady, endServer, readLogTail, type Server, serve } from "../process/serve.ts";
import { choosePlace, endOrphan, pidFileOf, type RedisPlace, redisStopSteps } from "./place.ts";

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
  /** What clients log in with, of letters, digits, `-` and `_`; a new one at each start where none is given. */
  readonly password?: string | undefined;
  readonly log?: (message: string) => void;
}

export interface EmbeddedRedis {
  readonly host: string;
  readonly port: number;
  /** The number of the server process. */
  readonly pid: number;
  /** It holds the password. */
  readonly url: string;
  /** Writes what is held and ends the server; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a Redis or Valkey server on the data of `dataDir`, reachable from this machine alone and by password, never as
 * root, with an append-only file synced each second, never evicting. A server left by an earlier run is replaced.
 * Throws FolderInUseError while another live process runs one from this folder.
 */
export async function startRedis(options: StartRedisOptions): Promise<EmbeddedRedis> {
  const { binary, dataDir, port, password = randomPassword(), log = () => undefined } = options;
  const place = await choosePlace(dataDir, log);
  const { folder } = place;
  const ownership = await ownFolder(folder);
  try {
    await endOrphan(folder, log);
    await giveFolder(place.dataDir, place.account);
    const started = await startServer({ binary, place, port, password });
    log(`Redis runs on ${host}:${started.port}, data in ${showFolder(folder)}`);
    return describeServer(started, password, ownership.release);
  } catch (error) {
    await endOrphan(folder, log).catch(() => undefined);
    ownership.release();
    throw error;
  }
}

interface StartServerOptions {
  readonly binary: string;
  readonly place: RedisPlace;
  readonly port: number | undefined;
  readonly password: string;
}

interface StartedServer {
  readonly server: Server;
  readonly port: number;
}

/** A free port may be taken before the server binds it, so there are several tries. */
async function startServer({ binary, place, password, ...options }: StartServerOptions): Promise<StartedServer> {
  const { folder, dataDir, logFile, account } = place;
  for (let tries = 1; ; tries += 1) {
    const port = options.port ?? (await findFreePort(host));
    // Every user can read the command line, so the password comes by the standard input.
    const input = `requirepass ${password}\n`;
    const server = await serve({ binary, args: serverArgs(dataDir, port), account, input, logFile });
    await writeFile(pidFileOf(folder), `${server.pid}\n`, { mode: ownerOnlyFile });
    // It answers and is ours, not one that took the port.
    const isReady = async () => (await askFolder(port, password)) === dataDir;
    if (await awaitReady(server, isReady, startWaitMsMax, redisStopSteps)) return { server, port };
    if (tries === startTriesMax) {
      const tail = await readLogTail(logFile);
      throw new Error(`Redis did not start; the end of ${logFile}:\n${tail}`);
    }
  }
}

function serverArgs(dataDir: string, port: number): readonly string[] {
  const settings = {
    bind: host,
    port: String(port),
    dir: dataDir,
    // Keeps the folder in the command line, by which an orphan is known.
    "set-proc-title": "no",
    daemonize: "no",
    save: "",
    appendonly: "yes",
    appendfsync: "everysec",
    "maxmemory-policy": "noeviction",
  };
  // The last one: further settings come by the standard input.
  return [...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]), "-"];
}

/** The data folder of the server on this port, or undefined while none answers. */
async function askFolder(port: number, password: string): Promise<string | undefined> {
  const redis = new Redis({
    host,
    port,
    password,
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

function describeServer({ server, port }: StartedServer, password: string, release: () => void): EmbeddedRedis {
  let stopping: Promise<void> | undefined;
  return {
    host,
    port,
    pid: server.pid,
    url: `redis://:${password}@${host}:${port}`,
    stop: () => {
      stopping ??= endServer(server.pid, redisStopSteps).finally(release);
      return stopping;
    },
  };
}
