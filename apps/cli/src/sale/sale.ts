import { inspectSale } from "@rewards/operations";
import type { Command } from "commander";
import { chooseDatabase, type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { plainOf } from "../format.ts";
import { databaseHelp, jsonHelp, type ProgramOptions } from "../terminal.ts";
import { saleLines } from "./sale.report.ts";

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

interface ShowSaleOptions {
  /** An ExternalID, or a public ID. */
  readonly key: string;
  readonly choice: DatabaseChoice;
  readonly isJson: boolean;
  readonly print: (line: string) => void;
}

/**
 * Prints the history of one sale, and why it earned its points.
 * @throws CommandError if there is no such sale.
 */
async function showSale({ key, choice, isJson, print }: ShowSaleOptions): Promise<void> {
  const found = await withDatabase(choice, ({ sql }) => inspectSale(sql, key));
  if (!found) throw new CommandError(`There is no sale with the ExternalID or ID ${key}: it was never accepted here.`);
  if (isJson) print(JSON.stringify(found, writeUnits));
  else for (const line of saleLines(found)) print(line);
}

/** The rate of a programme is held in whole units. */
const writeUnits = (_: string, value: unknown) => (typeof value === "bigint" ? String(Number(value) / 10_000) : value);
