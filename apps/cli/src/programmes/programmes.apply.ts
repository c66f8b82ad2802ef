import { applyProgrammes, CurrencyRemovedError } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { readProgrammeFile } from "./programmes.file.ts";

/**
 * Creates or changes the programmes of a file, all or nothing, and prints a line for each.
 * @throws CommandError if the file is wrong, or removes a currency that members may hold.
 */
export async function applyFile(path: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const file = await readProgrammeFile(path);
  const changes = await withDatabase(choice, ({ sql }) => applyProgrammes(sql, file, author)).catch(
    (error: unknown) => {
      throw error instanceof CurrencyRemovedError ? new CommandError(`${path}: ${error.message}`) : error;
    },
  );
  if (isJson) return print(JSON.stringify({ programmes: changes }));
  for (const { businessId, change } of changes) print(`${businessId}: ${change}`);
}
