import { readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOwnerState } from "../owner.ts";
import { postgresKind } from "../postgres/cluster.ts";
import { postgresDatabase, startPostgres } from "../postgres/start.ts";
import { choosePlace, endOrphan } from "../process/hold.ts";
import { findRedisServer } from "../redis/find.ts";
import { redisKind, startRedis } from "../redis/start.ts";
import { makeTemporaryFolder } from "./folder.ts";

const folderPrefix = "rewards-test-";
/** The temporary folders of tests and of the tools that measure and attack: `rewards-test-redis-xxxxxx`. */
const isTestFolder = (name: string) => /^rewards-(?:[a-z-]+-)?test-(?:[a-z-]+-)?[A-Za-z0-9]{6}$/.test(name);
/** Where in such a folder a server may have its data. */
const serverFolders = [".", "data", "postgres", "redis"];
/** Tests of another run kill what owns their folder, and start it again. */
const abandonedMsMin = 600_000;

export interface TestServers {
  /** Base for `createTemplate` and `cloneDatabase`. */
  readonly serverUrl: string;
  /** Undefined if the machine has no Redis server. */
  readonly redisUrl: string | undefined;
  /** Stops the servers and removes their data; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a Postgres that trades safety for speed, and a Redis if there is one, on a temporary
 * folder. `path` is the value of PATH. What a killed test run left behind is cleared up first.
 */
export async function startTestServers({ path }: { readonly path: string | undefined }): Promise<TestServers> {
  await removeAbandoned();
  const { path: folder, remove } = await makeTemporaryFolder(folderPrefix);
  const stops: (() => Promise<void>)[] = [remove];
  const stop = async (): Promise<void> => {
    for (const step of stops.toReversed()) await step();
  };
  try {
    const postgres = await startPostgres({ dataDir: postgresFolder(folder), durable: false });
    stops.push(postgres.stop);
    const binary = await findRedisServer(path);
    const redis = binary && (await startRedis({ binary, dataDir: redisFolder(folder) }));
    if (redis) stops.push(redis.stop);
    return {
      serverUrl: postgres.url(postgresDatabase),
      redisUrl: redis ? redis.url : undefined,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A killed run's folders hold claims of processes that ended; its servers run on as orphans. Both go after ten minutes. */
export async function removeAbandoned(): Promise<void> {
  const parent = await realpath(tmpdir());
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (!isTestFolder(name)) continue;
    const places = serverFolders.map((place) => join(folder, place));
    const states = await Promise.all(places.map(findOwnerState));
    if (states.includes("used") || !states.includes("abandoned")) continue;
    // Another test run may remove it meanwhile.
    const found = await stat(folder).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < abandonedMsMin) continue;
    for (const place of places.filter((_, index) => states[index] === "abandoned")) {
      for (const kind of [postgresKind, redisKind])
        await endOrphan(kind, await choosePlace(kind, place, ignore), ignore);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function ignore(): void {}

function postgresFolder(folder: string): string {
  return join(folder, "postgres");
}

function redisFolder(folder: string): string {
  return join(folder, "redis");
}
