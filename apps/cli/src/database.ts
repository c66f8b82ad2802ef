import { type Database, openDatabase } from "@rewards/db";
import { type RunningService, readRunningService } from "@rewards/embedded";
import { remedyOf } from "@rewards/operations";
import { describeCause, describeTarget, loadConfig } from "@rewards/runtime";
import { dataDirDefault, demoDataDir } from "./checkout.ts";
import { databaseConfig, ownerConfig, queueConfig, replicaConfig } from "./config.ts";
import { CommandError } from "./error.ts";

export interface DatabaseChoice {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Reads the choice from the environment. */
export function chooseDatabase(env: Readonly<Record<string, string | undefined>>): DatabaseChoice {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = dataDirDefault } = loadConfig(databaseConfig, env);
  return { databaseUrl, dataDir };
}

/** QUEUE_URL, or else the queue of the service that runs from the data folder; undefined if neither is known. */
export async function findQueue(
  env: Readonly<Record<string, string | undefined>>,
  { databaseUrl, dataDir }: DatabaseChoice,
): Promise<string | undefined> {
  const { QUEUE_URL: queueUrl } = loadConfig(queueConfig, env);
  if (queueUrl !== undefined || databaseUrl !== undefined) return queueUrl;
  return (await findService(dataDir))?.queueUrl ?? undefined;
}

/** DATABASE_READ_URL, if it is set. */
export function findReplica(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return loadConfig(replicaConfig, env).DATABASE_READ_URL;
}

/** The URLs of the console and the metrics of a service. */
export type Places = Pick<RunningService, "consoleUrl" | "metricsUrls">;

/** The URLs of the service that runs from the data folder; null and an empty list if it has none or does not run. */
export async function findPlaces({ databaseUrl, dataDir }: DatabaseChoice): Promise<Places> {
  const running = databaseUrl === undefined ? await findService(dataDir) : undefined;
  return { consoleUrl: running?.consoleUrl ?? null, metricsUrls: running?.metricsUrls ?? [] };
}

/** The URL for a command that changes tables: DATABASE_DIRECT_URL, or else that of other commands. */
export async function findOwnerUrl(
  env: Readonly<Record<string, string | undefined>>,
  { databaseUrl, dataDir }: DatabaseChoice,
): Promise<string> {
  const { DATABASE_DIRECT_URL: directUrl } = loadConfig(ownerConfig, env);
  return directUrl ?? databaseUrl ?? findEmbedded(dataDir);
}

/** Runs `use` on the given database, or else on that of the service that runs from the data folder. */
export async function withDatabase<Result>(
  choice: DatabaseChoice,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = choice.databaseUrl ?? (await findEmbedded(choice.dataDir));
  const database = openDatabase({ url, name: "rewards-cli", poolMax: 1, viewPoolMax: 1 });
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
  return running ?? (dataDir === dataDirDefault ? readRunningService(demoDataDir) : undefined);
}

async function findEmbedded(dataDir: string): Promise<string> {
  const running = await findService(dataDir);
  if (!running) {
    throw new CommandError(
      `No database: set DATABASE_URL, or start the service of this checkout first (npm start or npm run demo).\nNothing runs from ${dataDir}.`,
    );
  }
  if (running.databaseUrl === null) {
    throw new CommandError(
      `The service at ${running.url} was given its database: set DATABASE_URL to the same one for this command.`,
    );
  }
  return running.databaseUrl;
}
