import type { Sql } from "@rewards/db";
import { noPrimary } from "./readiness.probe.ts";

/** A `server_version_num`. Version 17 has the collation `pg_c_utf8`, which folds the case of callers' search texts. */
const versionNumMin = 170_000;
/** Parking and posting need a new snapshot for each statement (docs/adr/0001-postgres-is-the-truth.md). */
const isolationNeeded = "read committed";

/** Version and settings of a server and its database, independent of the schema. */
export interface ServerFacts {
  readonly version: string;
  readonly versionNum: number;
  readonly encoding: string;
  readonly isolation: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly isStandby: boolean;
}

export async function readServer(sql: Sql): Promise<ServerFacts> {
  const [facts] = await sql<[ServerFacts]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNum",
      current_setting('server_encoding') as encoding, current_setting('default_transaction_isolation') as isolation,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
      pg_is_in_recovery() as "isStandby"`;
  return facts;
}

/** The server is too old for this release. Waiting does not help, so the process refuses to start. */
export class ServerUnsupportedError extends Error {
  override readonly name = "ServerUnsupportedError";
}

export function describeUnsupported({ version, versionNum }: ServerFacts): string | undefined {
  if (versionNum >= versionNumMin) return undefined;
  const min = Math.floor(versionNumMin / 10_000);
  return `PostgreSQL ${version} is too old: this release needs ${min} or newer. Upgrade the server, or point DATABASE_URL at another.`;
}

/** @throws ServerUnsupportedError if the server is too old; errors of the statement. */
export async function refuseUnsupported(sql: Sql): Promise<void> {
  const reason = describeUnsupported(await readServer(sql));
  if (reason !== undefined) throw new ServerUnsupportedError(reason);
}

/** Why the service cannot work with this database, and the remedy; undefined if it can. */
export function describeUnsuited({ encoding, isolation, isStandby }: ServerFacts): string | undefined {
  if (isStandby) return `Postgres is a standby. ${noPrimary}`;
  if (encoding !== "UTF8")
    return `The database's encoding is ${encoding}, and names need UTF8: create a database with encoding UTF8, restore the data into it, and point DATABASE_URL at it.`;
  if (isolation !== isolationNeeded)
    return `Transactions are "${isolation}", so a sale that waits for its member could wait for ever. Sessions set default_transaction_isolation to "${isolationNeeded}", so a pooler drops it: let it pass, or set it in the server.`;
  return undefined;
}

/** Settings of the server that an operator should fix although the service works. */
export function warningsOf({ fsync, fullPageWrites }: ServerFacts): string[] {
  const off = Object.entries({ fsync, full_page_writes: fullPageWrites }).flatMap(([name, value]) =>
    value === "off" ? [name] : [],
  );
  if (off.length === 0) return [];
  return [
    `The server has ${off.join(" and ")} off: if its machine crashes, answered sales can be lost or damaged. Set on in postgresql.conf, except for tests.`,
  ];
}
