import { migrateDatabase } from "@rewards/db";
import { backendOf, migrateQueue } from "@rewards/queue";
import { CommandError, describeCause, describeTarget } from "../error.ts";

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** Where left out, or where it is Redis', the queue has no schema of its own to bring up to date. */
  readonly queueUrl: string;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Brings the database, and the queue where it is kept in Postgres, to this release. Running it again changes nothing.
 * @throws CommandError where one of them cannot be reached or refuses.
 */
export async function migrate({ databaseUrl, queueUrl }: MigrateOptions, print: (line: string) => void): Promise<void> {
  await attempt("DATABASE_URL", databaseUrl, () => migrateDatabase(databaseUrl));
  print(`Database ${describeTarget(databaseUrl)}: up to date`);
  if (backendOf(queueUrl) === "redis") {
    print(`Queue ${describeTarget(queueUrl)}: Redis, nothing to migrate`);
    return;
  }
  await attempt("QUEUE_URL", queueUrl, () => migrateQueue(queueUrl, silent));
  print(`Queue ${describeTarget(queueUrl)}: up to date`);
}

async function attempt(variable: string, url: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new CommandError(`Cannot migrate ${describeTarget(url)} (${variable}): ${describeCause(error)}`);
  }
}
