import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { processUrlOf, serviceUrlOf } from "./postgres/access.ts";
import type { ProcessKind } from "./service/environment.ts";

const connectWaitS = 10;

/** One connection for administration; the caller ends it. */
export function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: connectWaitS,
    // Never renewed: a session's locks live as long as its connection.
    max_lifetime: null,
    onnotice: () => undefined,
  });
}

/** Runs `work` on a separate connection. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = connect(url);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** The URL of another database on the same server. */
function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

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

export interface ClonedDatabase {
  /** As the owner of its tables. */
  readonly url: string;
  /** As the role of commands. */
  readonly serviceUrl: string;
  /** As the role of a process. */
  readonly urlFor: (kind: ProcessKind) => string;
  /** Ends the remaining connections and removes the database. */
  drop(): Promise<void>;
}

/** Copies a template database under a new name. */
export async function cloneDatabase(serverUrl: string, templateName: string): Promise<ClonedDatabase> {
  const adminUrl = withDatabase(serverUrl, "postgres");
  const name = `${templateName}_${randomBytes(6).toString("hex")}`;
  await withConnection(
    adminUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(templateName)} strategy file_copy`,
  );
  const url = withDatabase(serverUrl, name);
  const serviceUrl = serviceUrlOf(url);
  return {
    url,
    serviceUrl,
    urlFor: (kind) => processUrlOf(kind, serviceUrl),
    drop: async () => {
      await withConnection(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}
