import { loadConfig } from "@rewards/runtime";
import { Command } from "commander";
import { migrateConfig, startConfig } from "./config.ts";
import { chooseDatabase } from "./database.ts";
import { addDeadLetters } from "./dead-letters/dead-letters.command.ts";
import { databaseHelp } from "./help.ts";
import { migrate } from "./migrate/migrate.ts";
import { applyFile } from "./programmes/programmes.apply.ts";
import { listProgrammes } from "./programmes/programmes.list.ts";
import { addSale } from "./sale/sale.command.ts";
import { start } from "./start/start.ts";
import { addStatus } from "./status/status.command.ts";
import { noteHead } from "./verify/verify.options.ts";
import { type VerifyFlags, verify, verifyExit } from "./verify/verify.ts";

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the person stands. */
  readonly folder: string;
  readonly print: (line: string) => void;
  /** Who works at the terminal, for the audit. */
  readonly user: string;
  /** Replaces what it showed before, on a terminal; nothing where there is none. */
  readonly progress: (text: string) => void;
  /** What the process ends with, where that is not success and no error either. */
  readonly exitWith: (code: number) => void;
}

const startHelp = `
Environment (all optional):
  PORT            port of the API (3000; where that is taken and PORT is not set, a free one)
  HOST            address to listen on (127.0.0.1)
  HOSTS           names that callers may use for the service besides loopback's, separated by commas
  CORS_ORIGINS    origins whose pages may call, such as https://shop.example, separated by commas
  WORKERS         number of worker processes (1)
  DATA_DIR        folder for data and log (.data in the checkout)
  DATABASE_URL    postgres://... to use instead of the embedded Postgres
  QUEUE_URL       redis://... or postgres://... to use instead of the embedded queue
  LOG_LEVEL       what goes to the log file: fatal, error, warn, info (default), debug, trace
  OPERATOR_TOKEN  lets operators in at /ops; make one with: openssl rand -hex 32
  EXTRA_API_ROOT  a further path that the API is served under, such as /prweb/api/application/v2`;

const migrateHelp = `
Environment:
  DATABASE_URL      postgres://user:password@host:port/database, of the owner of the tables
  QUEUE_URL         redis://... or postgres://...; where left out, the queue is prepared in DATABASE_URL
  SERVICE_PASSWORD  makes the role rewards_service, as which API and worker connect, with this password

"start" migrates by itself; this is for servers of your own.`;

const verifyHelp = `
Reads whole tables in one read-only transaction, while the service goes on. Ends with 0 where the books are sound, 1 where
they are broken, 2 where they could not be checked. See docs/verify.md.`;

/** The commands of `rewards`. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command("rewards").description("The rewards back end, from the command line.");
  addStart(program, options);
  addMigrate(program, options);
  addProgrammes(program, options);
  addStatus(program, options);
  addSale(program, options);
  addDeadLetters(program, options);
  addVerify(program, options);
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
      const {
        DATABASE_URL: databaseUrl,
        QUEUE_URL: queueUrl = databaseUrl,
        SERVICE_PASSWORD: servicePassword,
      } = loadConfig(migrateConfig, env);
      await migrate({ databaseUrl, queueUrl, servicePassword }, print);
    });
}

function addProgrammes(program: Command, { env, print }: ProgramOptions): void {
  const choose = () => chooseDatabase(env);
  const programmes = program
    .command("programmes")
    .description("see and change the programmes: their currencies and how sales earn")
    .addHelpText("after", databaseHelp);
  programmes
    .command("list", { isDefault: true })
    .description("print the programmes")
    .action(() => listProgrammes(choose(), print));
  programmes
    .command("apply")
    .description("bring programmes to what a YAML or JSON file says (see apps/cli/programmes.example.yaml)")
    .argument("<file>", "or - for standard input")
    .action((file: string) => applyFile(file, choose(), print));
}

function addVerify(program: Command, { env, print, progress, exitWith }: ProgramOptions): void {
  program
    .command("verify")
    .description("check the books: balances, entries, hash chains, awards, stock, vouchers, statuses, heads")
    .option("--json", "print one JSON object")
    .option("--write-heads", "write the heads of hours that are over and have none, before the check")
    .option("--expect-head <end=hex>", "a head that was noted elsewhere; may be given again", noteHead, new Map())
    .addHelpText("after", `${verifyHelp}\n${databaseHelp}`)
    // Of other commands a wrong option is 1, which here says that the books are broken.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : verifyExit.unchecked))
    .action(async (flags: VerifyFlags) => {
      exitWith(await verify({ ...flags, choose: () => chooseDatabase(env), print, progress }));
    });
}
