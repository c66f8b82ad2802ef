import { type Entry, formatAmount } from "@rewards/domain";
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
   * How long settled records took since they were accepted, whole ms by Postgres' clock. Without those that waited for a
   * member or store: they did not wait for a worker.
   */
  readonly lagsMs: readonly number[];
  /** Posted points by type of entry, without their sign. */
  readonly points: ReadonlyMap<string, number>;
  readonly vouchers: number;
  /** The UUIDs of the records not settled; another worker may settle some of them meanwhile. Empty for "wait". */
  readonly blocked: readonly string[];
}

export const nothingSettled: Settlement = {
  settled: 0,
  rejected: [],
  lagsMs: [],
  points: new Map(),
  vouchers: 0,
  blocked: [],
};

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
  /** The entries that were posted. */
  readonly entries?: readonly Pick<Entry, "type" | "amount">[];
  readonly vouchers?: number;
}

export function settlementOf(input: SettlementInput): Settlement {
  const { ids, outcomes, waited, rejectedStatus, locks, entries = [], vouchers = 0 } = input;
  const rejected: string[] = [];
  const lagsMs: number[] = [];
  // One loop, because this runs for every sale, and flatMap costs several times as much.
  for (const { id, status, note } of outcomes) {
    if (status === rejectedStatus) rejected.push(codeOfNote(note));
    const lagMs = waited.get(id)?.lagMs;
    if (lagMs !== undefined) lagsMs.push(lagMs);
  }
  const settlement = { settled: outcomes.length, rejected, lagsMs, points: pointsOf(entries), vouchers };
  if (locks === "wait") return { ...settlement, blocked: [] };
  const done = new Set(outcomes.map(({ id }) => id));
  return { ...settlement, blocked: ids.filter((id) => !done.has(id)) };
}

/** The note of a rejection begins with the code of its reason. */
const codeOfNote = (note: string) => note.slice(0, note.indexOf(":"));

function pointsOf(entries: readonly Pick<Entry, "type" | "amount">[]): ReadonlyMap<string, number> {
  const sums = new Map<string, bigint>();
  for (const { type, amount } of entries) sums.set(type, (sums.get(type) ?? 0n) + amount);
  return new Map([...sums].map(([type, sum]) => [type, Math.abs(Number(formatAmount(sum)))]));
}

const addPoints = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  new Map([...one, ...[...other].map(([type, amount]) => [type, (one.get(type) ?? 0) + amount] as const)]);

export function joinSettlements(one: Settlement, other: Settlement): Settlement {
  return {
    settled: one.settled + other.settled,
    rejected: [...one.rejected, ...other.rejected],
    lagsMs: [...one.lagsMs, ...other.lagsMs],
    points: addPoints(one.points, other.points),
    vouchers: one.vouchers + other.vouchers,
    blocked: [...one.blocked, ...other.blocked],
  };
}

/**
 * The age of a record in whole ms, as a column `lag_ms`. A float, because an integer of ms overflows after 24 days.
 * Rounded, because decimals cost more to send and to parse.
 */
export function lagColumn(sql: Sql | Tx, table: string): PendingQuery<Row[]> {
  return sql`round(date_part('epoch', clock_timestamp() - ${sql(table)}.create_date_time) * 1000) as lag_ms`;
}
