import type { Database } from "@rewards/db";
import { lookAtReplica } from "@rewards/operations";
import { readStatus, StatusUnreadableError } from "@rewards/status";
import type { Command } from "commander";
import { findPlaces, findQueue, findReplica, withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { actionOf, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "../terminal.ts";
import { statusLines } from "./status.report.ts";

/** `rewards status` */
export function addStatus(program: Command, options: ProgramOptions): void {
  program
    .command("status")
    .description("print backlog, failures, workers, versions, and what an operator has to do")
    .option("--json", jsonHelp)
    .addHelpText(
      "after",
      `${databaseHelp}\n  QUEUE_URL     the queue (default: that of the same service)\n  DATABASE_READ_URL\n                read replicas to look at`,
    )
    .action(actionOf(options)(showStatus));
}

/**
 * Prints the state of the service: backlog, failures, workers, versions, and what an operator has to do. The process ends
 * with 1 if the queue cannot be used.
 */
async function showStatus(terminal: Terminal): Promise<void> {
  const { env } = terminal;
  const [queueUrl, replicaUrl, places] = [await findQueue(env), findReplica(env), await findPlaces(env)];
  const read = ({ sql }: Database) =>
    readStatus(sql, queueUrl, async () => (replicaUrl === undefined ? null : lookAtReplica(sql, replicaUrl)));
  const status = await withDatabase(terminal, read).catch((error: unknown) => {
    throw error instanceof StatusUnreadableError ? new CommandError(error.message) : error;
  });
  terminal.show({ ...status, ...places }, statusLines(status));
  if (status.queue !== null && "fault" in status.queue) terminal.exitWith(1);
}
