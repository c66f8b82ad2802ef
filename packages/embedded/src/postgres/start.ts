import { withConnection } from "../database.ts";
import { showFolder } from "../folder.ts";
import { holdPlace, host, type RunningServer, startServer } from "../process/hold.ts";
import { ensurePassword, rolesStatement, serviceUrlOf, writeAccessRules } from "./access.ts";
import { prepareBinaries } from "./binaries.ts";
import { clearPidFile, initCluster, postgresKind, postgresUser, readPostmasterFile } from "./cluster.ts";
import { chooseSettings, inspectMachine } from "./settings.ts";

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

export interface EmbeddedPostgres extends RunningServer {
  /** As the superuser, who owns the tables. It holds the password. */
  url(database: string): string;
  /** As the role of commands, which has the rights that `migrate` gave it in this database. */
  serviceUrl(database: string): string;
}

/**
 * Starts a Postgres server on the data of `dataDir`, with a superuser, a database `rewards` and the roles of its
 * processes, reachable from this machine alone and by password. A server left by an earlier run is replaced.
 *
 * Throws FolderInUseError while another live process runs one from the same folder, and an Error
 * that says what to do where Postgres cannot run.
 */
export function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, port, durable = true, settings = {}, log = () => undefined } = options;
  return holdPlace(postgresKind, dataDir, log, async (place) => {
    await clearPidFile(place);
    const binaries = await prepareBinaries(place.account);
    await initCluster(binaries, place, durable);
    const password = await ensurePassword(binaries, place);
    const accessFile = await writeAccessRules(place);
    const machine = await inspectMachine(binaries, place);
    const programOf = (port: number) => {
      const all = Object.entries({ ...chooseSettings(machine, { port, accessFile, durable }), ...settings });
      const args = ["-D", place.dataDir, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
      return { binary: binaries.postgres, args };
    };
    const isReady = async (pid: number) => {
      const file = await readPostmasterFile(place);
      return file?.pid === pid && file.isReady;
    };
    const server = await startServer(postgresKind, place, { port, programOf, isReady });
    const url = (database: string): string =>
      `postgres://${postgresUser}:${password}@${host}:${server.port}/${encodeURIComponent(database)}`;
    await prepareDatabase(url("postgres"), password);
    log(`Postgres runs on ${host}:${server.port}, data in ${showFolder(place.folder)}`);
    return { ...server, url, serviceUrl: (database) => serviceUrlOf(url(database)) };
  });
}

async function prepareDatabase(url: string, password: string): Promise<void> {
  await withConnection(url, async (sql) => {
    await sql.unsafe(rolesStatement(password));
    const found = await sql`select 1 from pg_database where datname = ${postgresDatabase}`;
    if (found.length === 0) await sql`create database ${sql(postgresDatabase)}`;
  });
}
