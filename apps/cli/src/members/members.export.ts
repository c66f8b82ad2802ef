import type { PersonalKeys } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { exportPerson } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { showUnopened } from "./members.unopened.ts";

const describeUnknown = (externalId: string) =>
  `Nothing to export: no member, sale, redemption or voucher has the member's ExternalID ${externalId}.`;

/**
 * Prints each row as JSON: its table, and its columns by name.
 * @throws CommandError if no row has the ExternalID.
 */
export async function exportRows(
  externalId: string,
  { choice, print, author }: Terminal,
  keys: PersonalKeys,
): Promise<void> {
  const take = (table: string, row: string) => print(`{"table":"${table}","row":${row}}`);
  await withDatabase(choice, ({ scans }) => exportPerson(scans, externalId, author, take, keys)).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "Error_Object_Unknown")
        throw new CommandError(describeUnknown(externalId));
      showUnopened(error);
    },
  );
}
