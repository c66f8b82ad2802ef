import { inspectSale } from "@rewards/operations";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { saleLines } from "./sale.report.ts";

export interface ShowSaleOptions {
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
export async function showSale({ key, choice, isJson, print }: ShowSaleOptions): Promise<void> {
  const found = await withDatabase(choice, ({ sql }) => inspectSale(sql, key));
  if (!found) throw new CommandError(`There is no sale with the ExternalID or ID ${key}: it was never accepted here.`);
  if (isJson) print(JSON.stringify(found, writeUnits));
  else for (const line of saleLines(found)) print(line);
}

/** The rate of a programme is held in whole units. */
const writeUnits = (_: string, value: unknown) => (typeof value === "bigint" ? String(Number(value) / 10_000) : value);
