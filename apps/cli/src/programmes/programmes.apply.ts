import { applyProgrammes, CurrencyRemovedError } from "@rewards/db";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { readProgrammeFile } from "./programmes.file.ts";

/**
 * Creates or changes the programmes of a file, all or nothing, and prints a line for each.
 * @throws CommandError if the file is wrong, or removes a currency that members may hold.
 */
export async function applyFile(path: string, choice: DatabaseChoice, print: (line: string) => void): Promise<void> {
  const file = await readProgrammeFile(path);
  const changes = await withDatabase(choice, ({ sql }) => applyProgrammes(sql, file)).catch((error: unknown) => {
    throw error instanceof CurrencyRemovedError ? new CommandError(`${path}: ${error.message}`) : error;
  });
  for (const { businessId, change } of changes) print(`${businessId}: ${change}`);
}
