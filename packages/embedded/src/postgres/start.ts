import { withConnection } from "../database.ts";
import { showFolder } from "../folder.ts";
import { ownFolder } from "../owner.ts";
import { findFreePort } from "../port.ts";
import { awaitReady, endServer, readLogTail, type Server, serve } from "../process/serve.ts";
import { ensurePassword, rolesStatement, serviceUrlOf, writeAccessRules } from "./access.ts";
import { type PostgresBinaries, prepareBinaries } from "./binaries.ts";
import {
  choosePlace,
  endOrphan,
  initCluster,
  type PostgresPlace,
  postgresStopSteps,
  postgresUser,
  readPostmasterFile,
} from "./cluster.ts";
import { chooseSettings, inspectMachine, type Machine } from "./settings.ts";

const host = "127.0.0.1";
const startTriesMax = 5;
/** Recovery after a crash replays up to `max_wal_size`. */
const startWaitMsMax = 300_000;
/** How long the last processes of a server ended by SIGKILL may hold its shared memory. */
const memoryWaitMsMax = 30_000;

/** The database that exists on every embedded server. */
export const postgresDatabase = "rewards";

export interface StartPostgresOptions {
  /** The folder for the data, made if missing. */
  readonly dataDir: string;
  /** A free port where none is given. */
  readonly port?: number | undefined;
  /** False (tests alone) gives up safety against a crash of the machine for speed. */
  readonly durable?: boolean;
  /** Further settings of the server, over those chosen for this machine. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  readonly host: string;
  readonly port: number;
  /** The number of the server process. */
  readonly pid: number;
  /** The file that the server logs to. */
  readonly logFile: string;
  /** As the superuser, who owns the tables. It holds the password. */
  url(database: string): string;
  /** As the role of commands, which has the rights that `migrate` gave it in this database. */
  serviceUrl(database: string): string;
  /** Ends all connections and the server; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a Postgres server on the data of `dataDir`, with a superuser, a database `rewards` and the roles of its
 * processes, reachable from this machine alone and by password. A server left by an earlier run is replaced.
 *
 * Throws FolderInUseError while another live process runs one from the same folder, and an Error
 * that says what to do where Postgres cannot run.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, port, durable = true, settings = {}, log = () => undefined } = options;
  const place = await choosePlace(dataDir, log);
  const ownership = await ownFolder(place.folder);
  try {
    const binaries = await prepareBinaries(place.account);
    await endOrphan(place, log);
    await initCluster(binaries, place, durable);
    const password = await ensurePassword(binaries, place);
    const accessFile = await writeAccessRules(place);
    const machine = await inspectMachine(binaries, place);
    const started = await startServer({ binaries, place, accessFile, machine, durable, settings, port });
    const server = describeServer(started, place, password, ownership.release);
    await prepareDatabase(server.url("postgres"), password);
    log(`Postgres runs on ${host}:${server.port}, data in ${showFolder(place.folder)}`);
    return server;
  } catch (error) {
    await endOrphan(place, log).catch(() => undefined);
    ownership.release();
    throw error;
  }
}

interface StartServerOptions {
  readonly binaries: PostgresBinaries;
  readonly place: PostgresPlace;
  readonly accessFile: string;
  readonly machine: Machine;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly port: number | undefined;
}

interface StartedServer {
  readonly server: Server;
  readonly port: number;
}

/** A free port may be taken before the server binds it, so there are several tries. */
async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const { logFile } = options.place;
  const endsAt = performance.now() + memoryWaitMsMax;
  for (let tries = 1; ; tries += 1) {
    const port = options.port ?? (await findFreePort(host));
    const server = await serveOnce(options, port);
    const isReady = () => acceptsConnections(server.pid, options.place.clusterDir);
    if (await awaitReady(server, isReady, startWaitMsMax, postgresStopSteps)) return { server, port };
    const tail = await readLogTail(logFile);
    const isMemoryHeld = /pre-existing shared memory block/.test(tail);
    if (isMemoryHeld ? performance.now() > endsAt : tries >= startTriesMax) {
      throw new Error(`Postgres did not start; the end of ${logFile}:\n${tail}`);
    }
  }
}

function serveOnce(options: StartServerOptions, port: number): Promise<Server> {
  const { binaries, place, accessFile, machine, durable } = options;
  const settings = Object.entries({ ...chooseSettings(machine, { port, accessFile, durable }), ...options.settings });
  return serve({
    binary: binaries.postgres,
    args: ["-D", place.clusterDir, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    account: place.account,
    logFile: place.logFile,
  });
}

async function acceptsConnections(pid: number, clusterDir: string): Promise<boolean> {
  const file = await readPostmasterFile(clusterDir);
  return file?.pid === pid && file.isReady;
}

async function prepareDatabase(url: string, password: string): Promise<void> {
  await withConnection(url, async (sql) => {
    await sql.unsafe(rolesStatement(password));
    const found = await sql`select 1 from pg_database where datname = ${postgresDatabase}`;
    if (found.length === 0) await sql`create database ${sql(postgresDatabase)}`;
  });
}

function describeServer(
  { server, port }: StartedServer,
  place: PostgresPlace,
  password: string,
  release: () => void,
): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const url = (database: string): string =>
    `postgres://${postgresUser}:${password}@${host}:${port}/${encodeURIComponent(database)}`;
  return {
    host,
    port,
    pid: server.pid,
    logFile: place.logFile,
    url,
    serviceUrl: (database) => serviceUrlOf(url(database)),
    stop: () => {
      stopping ??= endServer(server.pid, postgresStopSteps).finally(release);
      return stopping;
    },
  };
}
