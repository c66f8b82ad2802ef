import { withConnection } from "../postgres/connect.ts";
import { withDatabase } from "./url.ts";

/** Held while a template is made, so that only one of several test processes makes it. */
const templateLockKey = 7_218_230_411;

/**
 * Makes a template database by `migrate`, which gets its URL and must end its connections.
 * Does nothing if the template exists: a name always has the same content.
 */
export async function createTemplate(
  serverUrl: string,
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  await withConnection(withDatabase(serverUrl, "postgres"), async (sql) => {
    await sql`select pg_advisory_lock(${templateLockKey})`;
    const found = await sql`select 1 from pg_database where datname = ${name} and datistemplate`;
    if (found.length > 0) return;
    // A database without the mark was left by an interrupted try.
    await sql`drop database if exists ${sql(name)} with (force)`;
    await sql`create database ${sql(name)} template template0`;
    await migrate(withDatabase(serverUrl, name));
    // Postgres copies only a database that nobody is connected to.
    await sql`alter database ${sql(name)} with is_template true allow_connections false`;
  });
}
