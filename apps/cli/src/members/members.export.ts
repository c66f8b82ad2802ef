import { exportPerson, type PersonalKeys } from "@rewards/db";
import { withDatabase } from "../database.ts";
import type { Terminal } from "../terminal.ts";
import { showUnopened } from "./members.unopened.ts";

/** Prints each row as JSON: its table, and its columns by name. */
export async function exportRows(
  externalId: string,
  { choice, print, author }: Terminal,
  keys: PersonalKeys,
): Promise<void> {
  const take = (table: string, row: string) => print(`{"table":"${table}","row":${row}}`);
  await withDatabase(choice, ({ scans }) => exportPerson(scans, externalId, author, take, keys)).catch(showUnopened);
}
