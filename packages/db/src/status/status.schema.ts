import { readFile } from "node:fs/promises";
import type { Sql, Tx } from "../client.ts";

/** The schema of a database, beside that of this release. */
export interface SchemaState {
  /** Migrations that the database has had, by number; 0 where it was never migrated. */
  readonly applied: number;
  /** Those of this release. */
  readonly expected: number;
  /** The name of this release's last one. */
  readonly last: string;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

const journalFile = new URL("../../migrations/meta/_journal.json", import.meta.url);

/** By the table that `migrate` keeps: a database that never was migrated has none. */
export async function readSchemaState(sql: Sql | Tx): Promise<SchemaState> {
  const { entries } = JSON.parse(await readFile(journalFile, "utf8")) as Journal;
  const [found] = await sql<
    { exists: boolean }[]
  >`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  const [row] = found?.exists
    ? await sql<{ applied: number }[]>`select count(*)::int as applied from drizzle.__drizzle_migrations`
    : [];
  return { applied: row?.applied ?? 0, expected: entries.length, last: entries.at(-1)?.tag ?? "" };
}
