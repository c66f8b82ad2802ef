import type { Command } from "commander";
import { chooseDatabase, findPlaces, findQueue, findReplica } from "../database.ts";
import { plainOf } from "../format.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { jsonHelp } from "../terminal.ts";
import { showStatus } from "./status.ts";

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
