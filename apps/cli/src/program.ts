import { loadConfig } from "@rewards/runtime";
import { Command } from "commander";
import { dataDirDefault } from "./checkout.ts";
import { migrateConfig, programmesConfig, startConfig } from "./config.ts";
import { addDeadLetters } from "./dead-letters/dead-letters.command.ts";
import { migrate } from "./migrate/migrate.ts";
import { applyFile } from "./programmes/programmes.apply.ts";
import type { DatabaseChoice } from "./programmes/programmes.database.ts";
import { listProgrammes } from "./programmes/programmes.list.ts";
import { start } from "./start/start.ts";

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the person stands. */
  readonly folder: string;
  readonly print: (line: string) => void;
  /** Who works at the terminal, for the audit. */
  readonly user: string;
}

const startHelp = `
Environment (all optional):
  PORT            port of the API (3000; where that is taken and PORT is not set, a free one)
  HOST            address to listen on (127.0.0.1)
  WORKERS         number of worker processes (1)
  DATA_DIR        folder for data and log (.data in the checkout)
  DATABASE_URL    postgres://... to use instead of the embedded Postgres
  QUEUE_URL       redis://... or postgres://... to use instead of the embedded queue
  LOG_LEVEL       what goes to the log file: fatal, error, warn, info (default), debug, trace
  OPERATOR_TOKEN  lets operators in at /ops (16 characters or more)`;

const migrateHelp = `
Environment:
  DATABASE_URL  postgres://user:password@host:port/database
  QUEUE_URL     redis://... or postgres://...; where left out, the queue is prepared in DATABASE_URL

"start" migrates by itself; this is for servers of your own.`;

const programmesHelp = `
Environment:
  DATABASE_URL  the database; where left out, that of the service that runs from this checkout (npm start)
  DATA_DIR      the data folder of that service, where it was started with another one`;

/** The commands of `rewards`. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command("rewards").description("The rewards back end, from the command line.");
  addStart(program, options);
  addMigrate(program, options);
  addProgrammes(program, options);
  addDeadLetters(program, options);
  return program;
}

function addStart(program: Command, { env, folder, print }: ProgramOptions): void {
  program
    .command("start")
    .description("run the whole service on this machine: Postgres, the queue, the API and its workers")
    .option("-v, --verbose", "print every log line, not only warnings and errors")
    .addHelpText("after", startHelp)
    .action(async ({ verbose }: { verbose?: true }) => {
      const config = loadConfig(startConfig, env);
      await start({ config, env, isVerbose: verbose === true, folder, print });
    });
}

function addMigrate(program: Command, { env, print }: ProgramOptions): void {
  program
    .command("migrate")
    .description("bring the database, and a queue that is kept in Postgres, to this release")
    .addHelpText("after", migrateHelp)
    .action(async () => {
      const { DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl = databaseUrl } = loadConfig(migrateConfig, env);
      await migrate({ databaseUrl, queueUrl }, print);
    });
}

function addProgrammes(program: Command, { env, print }: ProgramOptions): void {
  const choose = (): DatabaseChoice => {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = dataDirDefault } = loadConfig(programmesConfig, env);
    return { databaseUrl, dataDir };
  };
  const programmes = program
    .command("programmes")
    .description("see and change the programmes: their currencies and how sales earn")
    .addHelpText("after", programmesHelp);
  programmes
    .command("list", { isDefault: true })
    .description("print the programmes")
    .action(() => listProgrammes(choose(), print));
  programmes
    .command("apply")
    .description("bring programmes to what a YAML or JSON file says (see apps/cli/programmes.example.yaml)")
    .argument("<file>")
    .action((file: string) => applyFile(file, choose(), print));
}
