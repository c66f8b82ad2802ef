import { migrateDatabase, serviceRole } from "@rewards/db";
import { backendOf, migrateQueue } from "@rewards/queue";
import { CommandError, describeCause, describeTarget } from "../error.ts";

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** Where left out, or where it is Redis', the queue has no schema of its own to bring up to date. */
  readonly queueUrl: string;
  /** Makes the role of API and worker with this password. */
  readonly servicePassword?: string | undefined;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const roleMissing = `Role ${serviceRole}: not there, so API and worker can only run as the owner, whom the ledger's rules do not bind. Set SERVICE_PASSWORD and run this again (docs/operations.md#roles).`;

/**
 * Brings the database, and the queue where it is kept in Postgres, to this release. Running it again changes nothing.
 * @throws CommandError where one of them cannot be reached or refuses.
 */
export async function migrate(options: MigrateOptions, print: (line: string) => void): Promise<void> {
  const { databaseUrl, queueUrl, servicePassword } = options;
  const { hasServiceRole } = await attempt("DATABASE_URL", databaseUrl, () =>
    migrateDatabase(databaseUrl, { servicePassword }),
  );
  print(`Database ${describeTarget(databaseUrl)}: up to date`);
  print(hasServiceRole ? `Role ${serviceRole}: has the rights of API and worker` : roleMissing);
  if (backendOf(queueUrl) === "redis") {
    print(`Queue ${describeTarget(queueUrl)}: Redis, nothing to migrate`);
    return;
  }
  await attempt("QUEUE_URL", queueUrl, () => migrateQueue(queueUrl, silent));
  print(`Queue ${describeTarget(queueUrl)}: up to date`);
}

async function attempt<Result>(variable: string, url: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new CommandError(`Cannot migrate ${describeTarget(url)} (${variable}): ${describeCause(error)}`);
  }
}
