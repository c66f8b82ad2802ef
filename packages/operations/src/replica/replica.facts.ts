import { codeOf, type Sql } from "@rewards/db";
import { inTime } from "@rewards/runtime";
import { type Position, parsePosition, unknownPosition } from "./replica.position.ts";

/** A server as it describes itself. */
export interface ReplicaFacts {
  readonly isStandby: boolean;
  /** Null on a server that has replayed nothing since it started. */
  readonly replayed: Position | null;
}

export interface FactsRow {
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

/** What all copies of one database system share; null if the server does not tell it, as some managed ones. */
export const readSystemId = (sql: Sql): Promise<string | null> =>
  orNull(async () => {
    const [row] = await sql<[{ id: string }]>`select ${systemIdOf(sql)} as id`;
    return row.id;
  });

/** Where the primary is, and the timeline that it writes; each promotion begins another one. Null if it does not tell it. */
export async function readPrimary(primary: Sql): Promise<{ position: Position; timeline: number | null }> {
  const position = await readPosition(primary);
  const timeline = await orNull(async () => {
    const [row] = await primary<[{ name: string }]>`select pg_walfile_name(pg_current_wal_lsn()) as name`;
    return Number.parseInt(row.name.slice(0, timelineDigits), 16);
  });
  return { position, timeline };
}

export interface StandbyFacts extends ReplicaFacts {
  /** The one on its disk. It may be a former one until its next checkpoint. Null if it does not tell it. */
  readonly timeline: number | null;
}

export async function readStandby(standby: Sql): Promise<StandbyFacts> {
  const facts = await readFacts(standby);
  const timeline = await orNull(async () => {
    const [row] = await standby<[{ timeline: number }]>`select ${standbyTimelineOf(standby)} as timeline`;
    return row.timeline;
  });
  return { ...facts, timeline };
}

export const systemIdOf = (sql: Sql) => sql`(select system_identifier::text from pg_control_system())`;

export const standbyTimelineOf = (sql: Sql) => sql`(
  select greatest(c.timeline_id, r.min_recovery_end_timeline) from pg_control_checkpoint() c, pg_control_recovery() r)`;

const timelineDigits = 8;
/** Not allowed, or not supported. */
const untold = ["42501", "0A000"];

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (untold.includes(codeOf(error))) return null;
    throw error;
  }
}

/** A write does not wait longer for its position: it is done. */
const tellMsMax = 500;

/** Reads the position of the primary after a commit. `unknownPosition` if the primary does not answer in time; never rejects. */
export type TellPosition = () => Promise<Position>;

/** @param note gets each known position. */
export function createTellPosition(primary: Sql, note: (position: Position) => void): TellPosition {
  return async () => {
    const asking = readPosition(primary).then((position) => {
      note(position);
      return position;
    });
    return (await inTime(tellMsMax, asking).catch(() => undefined)) ?? unknownPosition;
  };
}
