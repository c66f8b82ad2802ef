import { codeOf } from "@rewards/db";
import { stagedNouns } from "@rewards/domain";
import {
  apiRole,
  consoleRole,
  type Migrated,
  migrateDatabase,
  type ProcessRole,
  remedyOf,
  serviceRole,
  workerRole,
} from "@rewards/operations";
import { backendOf, migrateQueue, remedyOfQueue } from "@rewards/queue";
import { describeCause, describeTarget, formatCount, loadConfig } from "@rewards/runtime";
import type { Command } from "commander";
import { migrateConfig } from "./config.ts";
import { CommandError } from "./error.ts";
import type { ProgramOptions } from "./terminal.ts";

const migrateHelp = `
Environment:
  DATABASE_URL      postgres://user:password@host:port/database, with the user
                    that owns the tables
  DATABASE_DIRECT_URL  the same without a pooler, which a migration cannot use
  QUEUE_URL         redis://... or postgres://...; by default the queue is
                    prepared in DATABASE_URL
  LEDGER_PARTITIONS  how many partitions the ledger gets, by member: from 1 to
                    128, which the first migrate of a database chooses
  SERVICE_PASSWORD  creates the role rewards_service, as which the commands of
                    rewards connect, with this password
  API_ROLE_PASSWORD, WORKER_ROLE_PASSWORD, CONSOLE_ROLE_PASSWORD
                    create the roles rewards_api, rewards_worker and
                    rewards_console, as which these processes connect

"start" migrates by itself. Run this command for servers that you run yourself.`;

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** On Redis the queue has no schema to migrate. */
  readonly queueUrl: string;
  /** The first migrate of a database chooses it. */
  readonly ledgerPartitions?: number | undefined;
  /** The roles that it creates, with their passwords. */
  readonly passwords?: ReadonlyMap<ProcessRole, string>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const orService = "can only run as rewards_service, which may also change users, clients and programmes";

/** Each role, the setting with its password, and what is missing without the role. */
const settings = [
  [
    serviceRole,
    "SERVICE_PASSWORD",
    "so commands, API and worker can only run as the owner, whom the ledger's rules do not bind",
  ],
  [apiRole, "API_ROLE_PASSWORD", `so the API ${orService}`],
  [workerRole, "WORKER_ROLE_PASSWORD", `so the worker ${orService}`],
  [consoleRole, "CONSOLE_ROLE_PASSWORD", "so the console can only run as rewards_service, which may write every sale"],
] as const satisfies readonly (readonly [ProcessRole, string, string])[];

/** `rewards migrate` */
export function addMigrate(program: Command, { env, print }: ProgramOptions): void {
  program
    .command("migrate")
    .description("migrate the database, and a queue in Postgres, to this release")
    .addHelpText("after", migrateHelp)
    .action(async () => {
      const config = loadConfig(migrateConfig, env);
      const {
        DATABASE_URL,
        DATABASE_DIRECT_URL: databaseUrl = DATABASE_URL,
        QUEUE_URL: queueUrl = databaseUrl,
        LEDGER_PARTITIONS: ledgerPartitions,
      } = config;
      const passwords = settings.flatMap(([role, setting]) => {
        const password = config[setting];
        return password === undefined ? [] : [[role, password] as const];
      });
      await migrate({ databaseUrl, queueUrl, ledgerPartitions, passwords: new Map(passwords) }, print);
    });
}

/**
 * Migrates the database, and a queue in Postgres, to this release. A second run changes nothing.
 * @throws CommandError if one of them cannot be reached or refuses.
 */
export async function migrate(options: MigrateOptions, print: (line: string) => void): Promise<void> {
  const { databaseUrl, queueUrl, ledgerPartitions, passwords = new Map() } = options;
  const migrated = await attempt("DATABASE_URL", databaseUrl, remedyOf, () =>
    migrateDatabase(databaseUrl, { ledgerPartitions, passwords }),
  );
  print(`Database ${describeTarget(databaseUrl)}: ${describeMigrated(migrated)}`);
  for (const [role, setting, without] of settings) {
    const isThere = migrated.granted.includes(role);
    const remedy = `not there, ${without}. Set ${setting} and run this again (docs/run.md#roles).`;
    print(`Role ${role.name}: ${isThere ? `has the rights of ${role.of}` : remedy}`);
  }
  if (backendOf(queueUrl) === "redis") {
    print(`Queue ${describeTarget(queueUrl)}: Redis, nothing to migrate`);
    return;
  }
  await attempt("QUEUE_URL", queueUrl, remedyOfQueue, () => migrateQueue(queueUrl, stagedNouns, silent));
  print(`Queue ${describeTarget(queueUrl)}: up to date`);
}

function describeMigrated({ applied, schema }: Migrated): string {
  if (schema.isNewer) return "a later release has migrated it, nothing to apply";
  const at = `the schema is at migration ${schema.applied} of ${schema.expected}`;
  if (applied === 0) return `nothing to apply, ${at}`;
  return `${formatCount(applied)} ${applied === 1 ? "migration" : "migrations"} applied, ${at}`;
}

async function attempt<Result>(
  variable: string,
  url: string,
  describeRemedy: (error: unknown) => string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // Errors without a code are our own, and name their remedy.
    const remedy = codeOf(error) === "" ? "" : `. ${describeRemedy(error)}`;
    throw new CommandError(`Cannot migrate ${describeTarget(url)} (${variable}): ${describeCause(error)}${remedy}`);
  }
}
