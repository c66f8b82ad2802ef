import type { Sql } from "../client.ts";
import { codeOf } from "../fault.ts";
import { type Position, parsePosition } from "./replica.position.ts";

/** A server as it describes itself. */
export interface ReplicaFacts {
  readonly isStandby: boolean;
  /** Null on a server that has replayed nothing since it started. */
  readonly replayed: Position | null;
}

interface FactsRow {
  readonly isStandby: boolean;
  readonly replayed: string | null;
}

export const factsOf = ({ isStandby, replayed }: FactsRow): ReplicaFacts => ({
  isStandby,
  replayed: replayed === null ? null : (parsePosition(replayed) ?? null),
});

export async function readFacts(sql: Sql): Promise<ReplicaFacts> {
  const [row] = await sql<[FactsRow]>`
    select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed`;
  return factsOf(row);
}

/**
 * Where the primary is now: after a commit, every server that has replayed this position shows the commit.
 * @throws Postgres' error on a standby.
 */
export async function readPosition(sql: Sql): Promise<Position> {
  const [row] = await sql<[{ position: string }]>`select pg_current_wal_lsn()::text as position`;
  return parsePosition(row.position) as Position;
}

const notAllowed = "42501";

/** What all copies of one database system share; null if the server does not tell it, as some managed ones. */
export async function readSystemId(sql: Sql): Promise<string | null> {
  try {
    const [row] = await sql<[{ id: string }]>`select system_identifier::text as id from pg_control_system()`;
    return row.id;
  } catch (error) {
    if (codeOf(error) === notAllowed) return null;
    throw error;
  }
}
