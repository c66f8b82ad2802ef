import type { Database } from "@rewards/db";
import { lookAtReplica } from "@rewards/operations";
import { readStatus, StatusUnreadableError } from "@rewards/status";
import type { Command } from "commander";
import {
  chooseDatabase,
  type DatabaseChoice,
  findPlaces,
  findQueue,
  findReplica,
  type Places,
  withDatabase,
} from "../database.ts";
import { CommandError } from "../error.ts";
import { plainOf } from "../format.ts";
import { databaseHelp, jsonHelp, type ProgramOptions } from "../terminal.ts";
import { statusLines } from "./status.report.ts";

/** `rewards status` */
export function addStatus(program: Command, { env, print, exitWith }: ProgramOptions): void {
  program
    .command("status")
    .description("print backlog, failures, workers, versions, and what an operator has to do")
    .option("--json", jsonHelp)
    .addHelpText(
      "after",
      `${databaseHelp}\n  QUEUE_URL     the queue (default: that of the same service)\n  DATABASE_READ_URL\n                read replicas to look at`,
    )
    .action(async ({ json }: { json?: true }) => {
      const choice = chooseDatabase(env);
      await showStatus({
        choice,
        queueUrl: await findQueue(env, choice),
        replicaUrl: findReplica(env),
        places: await findPlaces(choice),
        isJson: json === true,
        print: plainOf(print),
        exitWith,
      });
    });
}

interface StatusOptions {
  readonly choice: DatabaseChoice;
  readonly queueUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly places: Places;
  readonly isJson: boolean;
  readonly print: (line: string) => void;
  readonly exitWith: (code: number) => void;
}

/**
 * Prints the state of the service: backlog, failures, workers, versions, and what an operator has to do. The process ends
 * with 1 if the queue cannot be used.
 */
async function showStatus(options: StatusOptions): Promise<void> {
  const { choice, queueUrl, replicaUrl, places, isJson, print, exitWith } = options;
  const read = ({ sql }: Database) =>
    readStatus(sql, queueUrl, async () => (replicaUrl === undefined ? null : lookAtReplica(sql, replicaUrl)));
  const status = await withDatabase(choice, read).catch((error: unknown) => {
    throw error instanceof StatusUnreadableError ? new CommandError(error.message) : error;
  });
  if (isJson) print(JSON.stringify({ ...status, ...places }));
  else for (const line of statusLines(status)) print(line);
  if (status.queue !== null && "fault" in status.queue) exitWith(1);
}
