import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { randomPassword } from "../account.ts";
import { giveFolder, ownerOnlyFile, showFolder } from "../folder.ts";
import { holdPlace, host, type RunningServer, type ServerKind, startServer } from "../process/hold.ts";

const pingWaitMsMax = 1_000;

/** The file that holds the number of the server's process. */
const pidFileOf = (folder: string) => join(folder, "redis.pid");

export const redisKind: ServerKind = {
  name: "Redis",
  dataName: "data",
  logName: "redis.log",
  program: /redis|valkey/,
  startWaitMsMax: 60_000,
  // On SIGTERM the server writes what it holds before it ends.
  stopSteps: [
    ["SIGTERM", 15_000],
    ["SIGKILL", 5_000],
  ],
  readPid: async ({ folder }) => {
    const pid = Number.parseInt(await readFile(pidFileOf(folder), "utf8").catch(() => ""), 10);
    return pid > 0 ? pid : undefined;
  },
};

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

export interface EmbeddedRedis extends RunningServer {
  /** It holds the password. */
  readonly url: string;
}

/**
 * Starts a Redis or Valkey server on the data of `dataDir`, reachable from this machine alone and by password, never as
 * root, with an append-only file synced each second, never evicting. A server left by an earlier run is replaced.
 * Throws FolderInUseError while another live process runs one from this folder.
 */
export function startRedis(options: StartRedisOptions): Promise<EmbeddedRedis> {
  const { binary, dataDir, port, password = randomPassword(), log = () => undefined } = options;
  return holdPlace(redisKind, dataDir, log, async (place) => {
    await giveFolder(place.dataDir, place.account);
    // Every user can read the command line, so the password comes by the standard input.
    const input = `requirepass ${password}\n`;
    const server = await startServer(redisKind, place, {
      port,
      programOf: (port) => ({ binary, args: serverArgs(place.dataDir, port), input }),
      onSpawn: (pid) => writeFile(pidFileOf(place.folder), `${pid}\n`, { mode: ownerOnlyFile }),
      // It answers and is ours, not one that took the port.
      isReady: async (_, port) => (await askFolder(port, password)) === place.dataDir,
    });
    log(`Redis runs on ${host}:${server.port}, data in ${showFolder(place.folder)}`);
    return { ...server, url: `redis://:${password}@${host}:${server.port}` };
  });
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
