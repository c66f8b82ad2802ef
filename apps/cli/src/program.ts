import { Command } from "commander";
import { addAudit } from "./audit.ts";
import { addClients } from "./clients.ts";
import { addDeadLetters } from "./dead-letters.ts";
import { CommandError, describeError } from "./error.ts";
import { addExport } from "./export.ts";
import { addImport } from "./import/import.ts";
import { addMembers } from "./members.ts";
import { addMigrate } from "./migrate.ts";
import { addPartitionCommands } from "./partitions.ts";
import { addProgrammes } from "./programmes/programmes.ts";
import { addReport } from "./report.ts";
import { addRules } from "./rules/rules.ts";
import { addSale } from "./sale/sale.ts";
import { addSales } from "./sales.ts";
import { addSegments } from "./segments.ts";
import { addStart } from "./start/start.ts";
import { addStatus } from "./status/status.ts";
import type { ProgramOptions } from "./terminal.ts";
import { addUsers } from "./users/users.ts";
import { addVerify } from "./verify/verify.ts";
import { addWebhooks } from "./webhooks.ts";

/** The commands of `rewards`. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command("rewards").description("The rewards back end, from the command line.");
  addStart(program, options);
  addMigrate(program, options);
  addProgrammes(program, options);
  addRules(program, options);
  addStatus(program, options);
  addClients(program, options);
  addUsers(program, options);
  addMembers(program, options);
  addSale(program, options);
  addSales(program, options);
  addSegments(program, options);
  addImport(program, options);
  addExport(program, options);
  addDeadLetters(program, options);
  addWebhooks(program, options);
  addReport(program, options);
  addAudit(program, options);
  addVerify(program, options);
  addPartitionCommands(program, options);
  return program;
}

/** Runs a command line. An error becomes a line for `fail`, and an exit code. */
export async function runProgram(
  args: readonly string[],
  options: ProgramOptions,
  fail: (line: string) => void,
): Promise<void> {
  try {
    await createProgram(options).parseAsync(args, { from: "user" });
  } catch (error) {
    fail(describeError(error));
    options.exitWith(error instanceof CommandError ? error.exitCode : 1);
  }
}
