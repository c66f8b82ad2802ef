import { exportPerson, type PersonalKeys } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

/** Prints each row as JSON: its table, and its columns by name. */
export async function exportRows(
  externalId: string,
  { choice, print, author }: Terminal,
  keys: PersonalKeys,
): Promise<void> {
  const take = (table: string, row: string) => print(`{"table":"${table}","row":${row}}`);
  await withDatabase(choice, ({ scans }) => exportPerson(scans, externalId, author, take, keys)).catch(
    (error: unknown) => {
      // It names the member and the key. An API shows it only in its log.
      const cause = (error as { cause?: unknown }).cause;
      throw isUnopened(error) && cause instanceof Error ? new CommandError(cause.message) : error;
    },
  );
}

const isUnopened = (error: unknown) => error instanceof AppError && error.code === "Error_Service_Unavailable";
