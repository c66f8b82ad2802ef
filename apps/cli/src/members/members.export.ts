import { exportPerson } from "@rewards/db";
import { withDatabase } from "../database.ts";
import type { Terminal } from "../terminal.ts";

/** Prints each row as JSON: its table, and its columns by name. */
export async function exportRows(externalId: string, { choice, print, author }: Terminal): Promise<void> {
  await withDatabase(choice, ({ scans }) =>
    exportPerson(scans, externalId, author, (table, row) => print(`{"table":"${table}","row":${row}}`)),
  );
}
