import { inspectSale } from "@rewards/operations";
import type { Command } from "commander";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { actionOf, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "../terminal.ts";
import { saleLines } from "./sale.report.ts";

/** `rewards sale` */
export function addSale(program: Command, options: ProgramOptions): void {
  program
    .command("sale")
    .description("print the history of one sale: received, processed, entries, and why it earned its points")
    .argument("<ExternalID>", "the sale's ExternalID, or its ID, SALE-...")
    .option("--json", jsonHelp)
    .addHelpText("after", databaseHelp)
    .action(actionOf(options)(showSale));
}

/**
 * Prints the history of one sale, and why it earned its points.
 * @throws CommandError if there is no such sale.
 */
async function showSale(terminal: Terminal, key: string): Promise<void> {
  const found = await withDatabase(terminal, ({ sql }) => inspectSale(sql, key));
  if (!found) throw new CommandError(`There is no sale with the ExternalID or ID ${key}: it was never accepted here.`);
  terminal.show(found, saleLines(found));
}
