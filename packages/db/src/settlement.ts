import { type Entry, formatAmount, type ObjectDefinition, type RedemptionLimits } from "@rewards/domain";
import type { CatalogueCache } from "./catalogue/catalogue.cache.ts";
import type { Database, Fragment, Sql, Tx } from "./client.ts";
import type { RowLocks } from "./lock.ts";
import type { RecordNames } from "./object/object.names.ts";
import type { Settled } from "./object/object.settle.ts";
import { columnName } from "./object/object.table.ts";
import type { Lane } from "./sale-return/sale-return.goods.ts";

/** A record that a batch settled. */
export interface SettledRecord extends RecordNames {
  /** The code of the reason if it was rejected. */
  readonly reason: string | undefined;
  /**
   * How long it took since it was accepted, whole ms by Postgres' clock; undefined if it waited for a member or store, and so
   * not for a worker.
   */
  readonly lagMs: number | undefined;
}

/** The outcome of a batch. */
export interface Settlement {
  readonly settled: readonly SettledRecord[];
  /** Posted points by type of entry, without their sign. */
  readonly points: ReadonlyMap<string, number>;
  readonly vouchers: number;
  /** Sales of tills that do something wrong, by `fault store`. */
  readonly tillFaults: ReadonlyMap<string, number>;
  /** The UUIDs of the records not settled; another worker may settle some of them meanwhile. Empty for "wait". */
  readonly blocked: readonly string[];
  /** The UUIDs of the records that cost too much for a batch with others. Empty in a lane. */
  readonly deferred: readonly string[];
}

export const nothingSettled: Settlement = {
  settled: [],
  points: new Map(),
  vouchers: 0,
  tillFaults: new Map(),
  blocked: [],
  deferred: [],
};

/** What a batch knows of a record before it is settled. */
export type WaitingRecord = Pick<SettledRecord, "externalId" | "requestId" | "lagMs">;

export interface SettlementInput {
  readonly ids: readonly string[];
  readonly outcomes: readonly Settled[];
  /** The records as the transaction read them under the lock. */
  readonly waiting: ReadonlyMap<string, WaitingRecord>;
  /** The status of rejected records, if the class has one. */
  readonly rejectedStatus?: string;
  readonly locks: RowLocks;
  /** The entries that were posted. */
  readonly entries?: readonly Pick<Entry, "type" | "amount">[];
  readonly vouchers?: number;
  readonly tillFaults?: ReadonlyMap<string, number>;
}

const unknown: WaitingRecord = { externalId: null, requestId: null, lagMs: undefined };

export function settlementOf(input: SettlementInput): Settlement {
  const { ids, outcomes, waiting, rejectedStatus, locks, entries = [], vouchers = 0, tillFaults = new Map() } = input;
  const settled = outcomes.map(({ id, status, note }) => {
    const { externalId, requestId, lagMs } = waiting.get(id) ?? unknown;
    return { id, externalId, requestId, lagMs, reason: status === rejectedStatus ? codeOfNote(note) : undefined };
  });
  const settlement = { settled, points: pointsOf(entries), vouchers, tillFaults, deferred: [] };
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

const addUp = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  new Map([...one, ...[...other].map(([key, amount]) => [key, (one.get(key) ?? 0) + amount] as const)]);

export function joinSettlements(one: Settlement, other: Settlement): Settlement {
  return {
    settled: [...one.settled, ...other.settled],
    points: addUp(one.points, other.points),
    vouchers: one.vouchers + other.vouchers,
    tillFaults: addUp(one.tillFaults, other.tillFaults),
    blocked: [...one.blocked, ...other.blocked],
    deferred: [...one.deferred, ...other.deferred],
  };
}

/** A row with the `waitingColumns` of its record. */
export interface WaitingRow {
  readonly external_id: string | null;
  readonly request_id: string | null;
  readonly lag_ms: number;
}

/**
 * The names of a record, and its age in whole ms. The age is a float, because an integer of ms overflows after 24 days,
 * and rounded, because decimals cost more to send and to parse.
 */
export function waitingColumns(sql: Sql | Tx, { key }: Pick<ObjectDefinition, "key">, table: string): Fragment {
  const externalId = key ? sql`${sql(`${table}.${columnName(key.field)}`)}` : sql`null`;
  return sql`${externalId} as external_id, ${sql(table)}.request_id,
    round(date_part('epoch', clock_timestamp() - ${sql(table)}.create_date_time) * 1000) as lag_ms`;
}

export const waitingOf = ({ external_id, request_id, lag_ms }: WaitingRow) => ({
  externalId: external_id,
  requestId: request_id,
  lagMs: lag_ms,
});

export interface StageDeps {
  readonly database: Database;
  readonly catalogue: CatalogueCache;
  /** Undefined if members may redeem as often as they like. */
  readonly redemptionLimits?: RedemptionLimits | undefined;
  /** If given, the stage settles expensive records too. Otherwise it defers them. */
  readonly lane?: Lane;
}

/**
 * Settles a batch of one class. Each stage has the same files:
 * - `<noun>.process.ts` loads the batch before any lock, so that locks are held briefly, and commits it;
 * - `<noun>.load.ts` reads the records and what their decision needs;
 * - `<noun>.commit.ts` opens the one transaction: it locks, reads again under the locks, decides and writes;
 * - `<noun>.decide.ts` of the domain is the pure decision, which the commit calls.
 *
 * A stage skips records that are unknown or already settled, so it may run again at any time.
 */
export type ProcessBatch = (ids: readonly string[], deps: StageDeps, locks?: RowLocks) => Promise<Settlement>;
