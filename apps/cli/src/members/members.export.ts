import { exportPerson, type PersonalKeys } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { showUnopened } from "./members.unopened.ts";

/**
 * Prints each row as JSON: its table, and its columns by name.
 * @throws CommandError if nothing has the ExternalID, or personal data cannot be decrypted.
 */
export async function exportRows(
  externalId: string,
  { choice, print, author }: Terminal,
  keys: PersonalKeys,
): Promise<void> {
  const take = (table: string, row: string) => print(`{"table":"${table}","row":${row}}`);
  await withDatabase(choice, ({ scans }) => exportPerson(scans, externalId, author, take, keys)).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.status === 404)
        throw new CommandError(`Nothing has the ExternalID ${externalId}.`);
      return showUnopened(error);
    },
  );
}
