import { issuerOf, loadConfig, providerOf, refuseOpenConsole, refuseOpenService } from "@rewards/runtime";
import { Command } from "commander";
import { addAudit } from "./audit/audit.command.ts";
import { addClients } from "./clients/clients.command.ts";
import { migrateConfig, startConfig } from "./config.ts";
import { chooseDatabase } from "./database.ts";
import { addDeadLetters } from "./dead-letters/dead-letters.command.ts";
import { databaseHelp } from "./help.ts";
import { addDefaultList } from "./list.ts";
import { addMembers } from "./members/members.command.ts";
import { migrate, passwordsOf } from "./migrate/migrate.ts";
import { addPartitionCommands } from "./partitions/partitions.command.ts";
import { applyFile } from "./programmes/programmes.apply.ts";
import { listProgrammes } from "./programmes/programmes.list.ts";
import { addReport } from "./report/report.command.ts";
import { addSale } from "./sale/sale.command.ts";
import { start } from "./start/start.ts";
import { addStatus } from "./status/status.command.ts";
import { addTerminalOptions, jsonHelp, openTerminal, type TerminalOptions } from "./terminal.ts";
import { addUsers } from "./users/users.command.ts";
import { noteHead } from "./verify/verify.options.ts";
import { type VerifyFlags, verify, verifyExit } from "./verify/verify.ts";

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder from which the command was run. */
  readonly folder: string;
  readonly print: (line: string) => void;
  /** The system's name of the person at the terminal, for the audit. */
  readonly user: string;
  /** Replaces the line that it showed before. Without a terminal it shows nothing. */
  readonly progress: (text: string) => void;
  /** Reads a password that is typed or piped in; see readSecret. */
  readonly readSecret: (prompt: string) => Promise<string>;
  /** Sets the exit code of a command that ends without an error. */
  readonly exitWith: (code: number) => void;
}

const startHelp = `
Environment (all optional):
  PORT            port of the API; by default 3000, or a free port if 3000 is
                  taken
  HOST            address to listen on (default: 127.0.0.1)
  HOSTS           names that callers may use for the service, besides those of
                  loopback, separated by commas
  CORS_ORIGINS    origins whose pages may call, such as https://shop.example,
                  separated by commas
  CONSOLE_PORT    port of the console; by default 3030, or another like PORT
  CONSOLE_HOST    its address to listen on (default: 127.0.0.1)
  WORKERS         number of worker processes (default: 1)
  DATA_DIR        folder for data and log (default: .data in the checkout)
  DATABASE_URL    postgres://... to use instead of the embedded Postgres
  QUEUE_URL       redis://... or postgres://... to use instead of the embedded
                  queue
  LOG_LEVEL       what goes to the log file: fatal, error, warn, info (default),
                  debug, trace or silent
  AUTH            none (default), or required: callers need a credential, and
                  users of the console log in
  OPERATOR_TOKEN  admits operators at /ops; make one with: openssl rand -hex 32
  EXTRA_API_ROOT  a second path that serves the API, such as
                  /prweb/api/application/v2
and every other setting of API, worker and console but METRICS_PORT (they get
free ports): docs/configuration.md lists them`;

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

const verifyHelp = `
The command reads whole tables in one read-only transaction while the service
runs. Exit codes: 0 if the books are sound, 1 if they are broken, 2 if they
could not be checked. See docs/verify.md.`;

/** The commands of `rewards`. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command("rewards").description("The rewards back end, from the command line.");
  addStart(program, options);
  addMigrate(program, options);
  addProgrammes(program, options);
  addStatus(program, options);
  addClients(program, options);
  addUsers(program, options);
  addMembers(program, options);
  addSale(program, options);
  addDeadLetters(program, options);
  addReport(program, options);
  addAudit(program, options);
  addVerify(program, options);
  addPartitionCommands(program, options);
  return program;
}

function addStart(program: Command, { env, folder, print }: ProgramOptions): void {
  program
    .command("start")
    .description("run the whole service on this machine: Postgres, queue, API, workers, console")
    .option("-v, --verbose", "print every log line, not only warnings and errors")
    .addHelpText("after", startHelp)
    .action(async ({ verbose }: { verbose?: true }) => {
      const config = loadConfig(startConfig, env);
      refuseOpenService(config);
      refuseOpenConsole(config);
      issuerOf(config);
      providerOf(config);
      await start({ config, env, isVerbose: verbose === true, folder, print });
    });
}

function addMigrate(program: Command, { env, print }: ProgramOptions): void {
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
      } = config;
      const { LEDGER_PARTITIONS: ledgerPartitions } = config;
      await migrate({ databaseUrl, queueUrl, ledgerPartitions, passwords: passwordsOf(config) }, print);
    });
}

function addProgrammes(program: Command, options: ProgramOptions): void {
  const programmes = program
    .command("programmes")
    .description("list and change programmes: their currencies and how sales earn")
    .addHelpText("afterAll", databaseHelp);
  addDefaultList(programmes)
    .description("print the programmes")
    .option("--json", jsonHelp)
    .action((given: TerminalOptions) => listProgrammes(openTerminal(options, given)));
  addTerminalOptions(
    programmes
      .command("apply")
      .description("create or change programmes from a YAML or JSON file (see apps/cli/programmes.example.yaml)")
      .argument("<file>", "the file, or - for standard input"),
  ).action((file: string, given: TerminalOptions) => applyFile(file, openTerminal(options, given)));
}

function addVerify(program: Command, { env, print, progress, exitWith }: ProgramOptions): void {
  program
    .command("verify")
    .description("check the books: balances, entries, hash chains, awards, stock, vouchers, statuses, heads")
    .option("--json", jsonHelp)
    .option("--write-heads", "first write the missing heads of past hours")
    .option("--expect-head <end=hex>", "a head noted outside the database; may be repeated", noteHead)
    .option("--archives <folder>", "also check the files of detached months in this folder")
    .addHelpText("after", `${verifyHelp}\n${databaseHelp}`)
    // Other commands end with 1 for a wrong option. Here 1 means that the books are broken.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : verifyExit.unchecked))
    .action(async (flags: VerifyFlags) => {
      exitWith(await verify({ ...flags, choose: () => chooseDatabase(env), print, progress }));
    });
}
