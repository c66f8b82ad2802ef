import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "./client.ts";
import type { Settled } from "./object/object.settle.ts";
import type { RowLocks } from "./row-lock.ts";

/** The outcome of a batch. */
export interface Settlement {
  /** The number of records that it settled. */
  readonly settled: number;
  /** The code of the reason of each settled record that was rejected. */
  readonly rejected: readonly string[];
  /**
   * How long settled records took since they were accepted, ms by Postgres' clock. Without those that waited for a
   * member or store: they did not wait for a worker.
   */
  readonly lagsMs: readonly number[];
  /** The UUIDs of the records not settled; another worker may settle some of them meanwhile. Empty for "wait". */
  readonly blocked: readonly string[];
}

export const nothingSettled: Settlement = { settled: 0, rejected: [], lagsMs: [], blocked: [] };

/** A record as its transaction read it under the lock. */
interface Waited {
  /** Its age, ms by Postgres' clock; undefined if it waited for something else than a worker. */
  readonly lagMs: number | undefined;
}

export interface SettlementInput {
  readonly ids: readonly string[];
  readonly outcomes: readonly Settled[];
  readonly waited: ReadonlyMap<string, Waited>;
  /** The status of rejected records, if the class has one. */
  readonly rejectedStatus?: string;
  readonly locks: RowLocks;
}

export function settlementOf({ ids, outcomes, waited, rejectedStatus, locks }: SettlementInput): Settlement {
  const rejected = outcomes.flatMap(({ status, note }) => (status === rejectedStatus ? [codeOfNote(note)] : []));
  const lagsMs = outcomes.flatMap(({ id }) => waited.get(id)?.lagMs ?? []);
  const settlement = { settled: outcomes.length, rejected, lagsMs };
  if (locks === "wait") return { ...settlement, blocked: [] };
  const done = new Set(outcomes.map(({ id }) => id));
  return { ...settlement, blocked: ids.filter((id) => !done.has(id)) };
}

/** The note of a rejection begins with the code of its reason. */
const codeOfNote = (note: string) => note.slice(0, note.indexOf(":"));

export function joinSettlements(one: Settlement, other: Settlement): Settlement {
  return {
    settled: one.settled + other.settled,
    rejected: [...one.rejected, ...other.rejected],
    lagsMs: [...one.lagsMs, ...other.lagsMs],
    blocked: [...one.blocked, ...other.blocked],
  };
}

/** The age of a record in ms, as a column `lag_ms`. A float: an integer of ms overflows after 24 days. */
export function lagColumn(sql: Sql | Tx, table: string): PendingQuery<Row[]> {
  return sql`date_part('epoch', clock_timestamp() - ${sql(table)}.create_date_time) * 1000 as lag_ms`;
}
