import type { Command } from "commander";
import { chooseDatabase } from "../database.ts";
import { plainOf } from "../format.ts";
import { databaseHelp } from "../help.ts";
import type { ProgramOptions } from "../program.ts";
import { jsonHelp } from "../terminal.ts";
import { showSale } from "./sale.show.ts";

/** `rewards sale` */
export function addSale(program: Command, { env, print }: ProgramOptions): void {
  program
    .command("sale")
    .description("print the history of one sale: received, processed, entries, and why it earned its points")
    .argument("<ExternalID>", "the sale's ExternalID, or its ID, SALE-...")
    .option("--json", jsonHelp)
    .addHelpText("after", databaseHelp)
    .action((key: string, { json }: { json?: true }) =>
      showSale({ key, choice: chooseDatabase(env), isJson: json === true, print: plainOf(print) }),
    );
}
