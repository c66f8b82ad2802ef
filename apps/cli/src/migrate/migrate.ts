import { consoleRole, type Migrated, migrateDatabase, type ProcessRole, serviceRole } from "@rewards/db";
import { backendOf, migrateQueue } from "@rewards/queue";
import { describeCause, describeTarget, formatCount } from "@rewards/runtime";
import { CommandError } from "../error.ts";

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** On Redis the queue has no schema to migrate. */
  readonly queueUrl: string;
  /** The roles that it creates, with their passwords. */
  readonly passwords?: ReadonlyMap<ProcessRole, string>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const again = "and run this again (docs/operations.md#roles).";
/** What is missing without each role, and the remedy. */
const withoutRole: readonly (readonly [ProcessRole, string])[] = [
  [
    serviceRole,
    `so API and worker can only run as the owner, whom the ledger's rules do not bind. Set SERVICE_PASSWORD ${again}`,
  ],
  [
    consoleRole,
    `so the console has the rights of API and worker, which may write every sale. Set CONSOLE_ROLE_PASSWORD ${again}`,
  ],
];

/**
 * Migrates the database, and a queue in Postgres, to this release. A second run changes nothing.
 * @throws CommandError if one of them cannot be reached or refuses.
 */
export async function migrate(options: MigrateOptions, print: (line: string) => void): Promise<void> {
  const { databaseUrl, queueUrl, passwords = new Map() } = options;
  const migrated = await attempt("DATABASE_URL", databaseUrl, () => migrateDatabase(databaseUrl, { passwords }));
  print(`Database ${describeTarget(databaseUrl)}: ${describeMigrated(migrated)}`);
  for (const [role, without] of withoutRole) {
    const isThere = migrated.granted.includes(role);
    print(`Role ${role.name}: ${isThere ? `has the rights of ${role.of}` : `not there, ${without}`}`);
  }
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
