import { type Database, type DatabaseOptions, openDatabase } from "@rewards/db";
import { checkoutOf, type RunningService, readRunningService } from "@rewards/embedded";
import { remedyOf } from "@rewards/operations";
import { describeCause, describeTarget, loadConfig } from "@rewards/runtime";
import { databaseConfig, ownerConfig, queueConfig, replicaConfig } from "./config.ts";
import { CommandError } from "./error.ts";

export const checkout = checkoutOf(import.meta.url);

type Environment = Readonly<Record<string, string | undefined>>;

/** The database that the environment names, and the service that runs from the data folder if it names none. */
async function chooseDatabase(env: Environment) {
  const { DATABASE_URL: url, DATA_DIR: dataDir = checkout.dataDir } = loadConfig(databaseConfig, env);
  return { url, dataDir, service: url === undefined ? await findService(dataDir) : undefined };
}

/** QUEUE_URL, or else the queue of the service that runs from the data folder; undefined if neither is known. */
export async function findQueue(env: Environment): Promise<string | undefined> {
  const { QUEUE_URL: queueUrl } = loadConfig(queueConfig, env);
  return queueUrl ?? (await chooseDatabase(env)).service?.queueUrl ?? undefined;
}

/** DATABASE_READ_URL, if it is set. */
export function findReplica(env: Environment): string | undefined {
  return loadConfig(replicaConfig, env).DATABASE_READ_URL;
}

/** The URLs of the service that runs from the data folder; null and an empty list if it has none or does not run. */
export async function findPlaces(env: Environment) {
  const { service } = await chooseDatabase(env);
  return { consoleUrl: service?.consoleUrl ?? null, metricsUrls: service?.metricsUrls ?? [] };
}

/** The URL for a command that changes tables: DATABASE_DIRECT_URL, or else that of other commands. */
export async function findOwnerUrl(env: Environment): Promise<string> {
  return loadConfig(ownerConfig, env).DATABASE_DIRECT_URL ?? findUrl(env);
}

/** Runs `use` on the database of the environment, or else on that of the service that runs from the data folder. */
export async function withDatabase<Result>(
  { env }: { readonly env: Environment },
  use: (database: Database) => Promise<Result>,
  options: Pick<DatabaseOptions, "viewMsMax"> = {},
): Promise<Result> {
  const url = await findUrl(env);
  const database = openDatabase({ url, name: "rewards-cli", poolMax: 1, viewPoolMax: 1, ...options });
  try {
    await database.sql`select 1`.catch((error: unknown) => {
      const problem = `Cannot reach the database ${describeTarget(url)}: ${describeCause(error)}`;
      throw new CommandError(`${problem}. ${remedyOf(error)}`);
    });
    return await use(database);
  } finally {
    await database.close();
  }
}

/** The service that runs from the data folder. Without one in the default folder, the demo. */
async function findService(dataDir: string): Promise<RunningService | undefined> {
  const running = await readRunningService(dataDir);
  return running ?? (dataDir === checkout.dataDir ? readRunningService(checkout.demoDataDir) : undefined);
}

async function findUrl(env: Environment): Promise<string> {
  const { url, dataDir, service } = await chooseDatabase(env);
  if (url !== undefined) return url;
  if (!service) {
    throw new CommandError(
      `No database: set DATABASE_URL, or start the service of this checkout first (npm start or npm run demo).\nNothing runs from ${dataDir}.`,
    );
  }
  if (service.databaseUrl === null) {
    throw new CommandError(
      `The service at ${service.url} was given its database: set DATABASE_URL to the same one for this command.`,
    );
  }
  return service.databaseUrl;
}
