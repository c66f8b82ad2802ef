import { type Migrated, migrateDatabase, serviceRole } from "@rewards/db";
import { backendOf, migrateQueue } from "@rewards/queue";
import { describeCause, describeTarget, formatCount } from "@rewards/runtime";
import { CommandError } from "../error.ts";

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** On Redis the queue has no schema to migrate. */
  readonly queueUrl: string;
  /** The password of the role that it creates for API and worker. */
  readonly servicePassword?: string | undefined;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const roleMissing = `Role ${serviceRole}: not there, so API and worker can only run as the owner, whom the ledger's rules do not bind. Set SERVICE_PASSWORD and run this again (docs/operations.md#roles).`;

/**
 * Migrates the database, and a queue in Postgres, to this release. A second run changes nothing.
 * @throws CommandError if one of them cannot be reached or refuses.
 */
export async function migrate(options: MigrateOptions, print: (line: string) => void): Promise<void> {
  const { databaseUrl, queueUrl, servicePassword } = options;
  const migrated = await attempt("DATABASE_URL", databaseUrl, () => migrateDatabase(databaseUrl, { servicePassword }));
  print(`Database ${describeTarget(databaseUrl)}: ${describeMigrated(migrated)}`);
  print(migrated.hasServiceRole ? `Role ${serviceRole}: has the rights of API and worker` : roleMissing);
  if (backendOf(queueUrl) === "redis") {
    print(`Queue ${describeTarget(queueUrl)}: Redis, nothing to migrate`);
    return;
  }
  await attempt("QUEUE_URL", queueUrl, () => migrateQueue(queueUrl, silent));
  print(`Queue ${describeTarget(queueUrl)}: up to date`);
}

function describeMigrated({ applied, schema: { known, missing, isNewer } }: Migrated): string {
  if (isNewer) return "a later release has migrated it, nothing to apply";
  const at = `the schema is at migration ${known - missing} of ${known}`;
  if (applied === 0) return `nothing to apply, ${at}`;
  return `${formatCount(applied)} ${applied === 1 ? "migration" : "migrations"} applied, ${at}`;
}

async function attempt<Result>(variable: string, url: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new CommandError(`Cannot migrate ${describeTarget(url)} (${variable}): ${describeCause(error)}`);
  }
}
