import { readFile } from "node:fs/promises";
import type { Sql, Tx } from "../client.ts";

/** The schema of a database compared with this release's. */
export interface SchemaState {
  /** The number of migrations applied to the database; 0 if it was never migrated. */
  readonly applied: number;
  /** The number of this release's migrations. */
  readonly expected: number;
  /** The name of this release's last migration. */
  readonly last: string;
}

/** What is missing and the remedy, in a sentence; undefined if the database has every migration of this release. */
export function describeOldSchema({ applied, expected }: SchemaState): string | undefined {
  if (applied >= expected) return undefined;
  return `The schema has ${applied} of ${expected} migrations of this release: run \`npm run migrate\`.`;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

const journalFile = new URL("../../migrations/meta/_journal.json", import.meta.url);

/** Reads the table that `migrate` keeps. A database that was never migrated does not have it. */
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
