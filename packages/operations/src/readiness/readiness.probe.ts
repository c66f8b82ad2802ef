import { codeOf, type Database } from "@rewards/db";
import { tlsRemedyOf } from "@rewards/runtime";

const notDurable =
  "Postgres answers commits before they are on disk (synchronous_commit is off): a crash would lose answered sales. " +
  "Sessions set it on, so a pooler drops the setting: let it pass synchronous_commit on, or set it on in the server.";

/**
 * Runs an insert of sales with no rows. It fails whenever a real insert would: on a standby, behind a lock of the
 * tables, on another schema. Writes nothing.
 * @returns why this process cannot accept sales safely, with the remedy; undefined if it can.
 * @throws what an insert would throw (see remedyOf).
 */
export async function probeSales({ sql }: Database): Promise<string | undefined> {
  const [row] = await sql<Session[]>`
    with keyed as (insert into sale_key (external_id) select external_id from sale_key where false returning sale_id),
      sold as (insert into sale (id) select id from sale where false returning id),
      waiting as (insert into pending (class, id) select class, id from pending where false returning id)
    select current_setting('synchronous_commit') as commit`;
  return describeCommit(row);
}

/** Like `probeSales`, with the statements that post sales, for a worker. */
export async function probePosting({ sql }: Database): Promise<string | undefined> {
  const [row] = await sql<Session[]>`
    with posted as (insert into ledger_entry (id) select id from ledger_entry where false returning id),
      settled as (update sale set version = version where false returning id),
      done as (delete from pending where false returning id)
    select current_setting('synchronous_commit') as commit`;
  return describeCommit(row);
}

interface Session {
  readonly commit: string;
}

const describeCommit = (row: Session | undefined) => (row?.commit === "off" ? notDurable : undefined);

/** Also the reason of a standby that was found by asking it. */
export const noPrimary =
  "It takes no writes: promote a standby, and point DATABASE_URL at the primary. It may name several hosts.";

const lostStatements =
  "A pooler loses prepared statements: in transaction mode PgBouncer must be 1.21 or newer, with max_prepared_statements.";

/** Remedies by SQLSTATE or its class, or by the code of the driver or the system. */
const remedies: Readonly<Record<string, string>> = {
  "25006": noPrimary,
  "26000": lostStatements,
  "42P05": lostStatements,
  "08P01": "A pooler refuses the settings of a session: add them to ignore_startup_parameters (docs/run.md#poolers).",
  "28": "It refuses the login: check the role in DATABASE_URL, which `npm run migrate` creates, and its password.",
  "3D": "It has no such database: check DATABASE_URL, or restore the database.",
  "42": "Its schema is not that of this release, or the role lacks rights: run `npm run migrate` as the owner.",
  "53100": "Its disk is full: make room, never in pg_wal.",
  "53300": "It takes no more connections: raise max_connections, or lower DATABASE_POOL_MAX.",
  "55P03": "Another session locks the sales: end the one with the oldest xact_start in pg_stat_activity.",
  "57P03": "It starts, stops or recovers from a crash: wait, and if that lasts, look at its log.",
  "57014": "It is too slow: look for long transactions, the disk and a missing vacuum.",
  CONNECTION_UNFIT: noPrimary,
  CONNECTION_SILENT: "It went silent: check the network between here and there, and whether its host is up.",
};
const remedyOfOthers = "Check that it runs, and that DATABASE_URL and the network lead to it.";

/** What an operator should do about an error of Postgres. Contains nothing that must be hidden from callers. */
export function remedyOf(error: unknown): string {
  const code = codeOf(error);
  return remedies[code] ?? remedies[code.slice(0, 2)] ?? tlsRemedyOf(error) ?? remedyOfOthers;
}
