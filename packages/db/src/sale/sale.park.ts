import { awaitingNote, erasedKeyNote, type MissingKeys, missingReferences, type SaleKeys, sale } from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.wake.ts";
import { type Awaiting, endAwaiting, type Hold, writeAwaiting } from "../awaiting/awaiting.write.ts";
import type { Sql, Tx } from "../client.ts";
import { eraseRejected, readErasedKeys } from "../member.key.ts";
import { type Settled, settle, takeOffPending } from "../object/object.settle.ts";
import type { AwaitedOriginal } from "../sale-return/sale-return.load.ts";
import {
  nothingSettled,
  type Settlement,
  settlementOf,
  type WaitingRecord,
  type WaitingRow,
  waitingColumns,
  waitingOf,
} from "../settlement.ts";
import { saleOpenStatuses } from "./sale.load.ts";

export interface SaleToPark extends SaleKeys {
  readonly id: string;
  /** It waits for this sale, whatever else it waits for. A poll wakes it, so this needs no lock. */
  readonly original?: AwaitedOriginal;
  /** What it holds while it waits for that sale. */
  readonly hold?: Hold | undefined;
}

export interface Parked {
  /** The UUIDs of sales to load again: those that do not have to wait after all, or have another key. */
  readonly again: readonly string[];
  /** The sales for erased people. */
  readonly rejected: Settlement;
}

const { await: toAwait, reject: toReject } = sale.transitions;
const settling = { class: sale.class, noun: sale.noun, from: saleOpenStatuses };

/**
 * Parks sales whose member or store is not registered, without losing a wake-up. It locks the keys first, then looks
 * again in a new statement, and so with a new snapshot. A transaction that registers the member or store takes the same
 * lock: either it has committed and is seen here, or it comes later and finds the sale parked. An erasure, which replaces
 * the key, takes the lock too: a sale that no longer has the key that it was loaded with is not parked. It rejects sales
 * for erased people: nobody who registers their ExternalIDs later gets the points.
 */
export async function parkSales(sql: Sql, sales: readonly SaleToPark[]): Promise<Parked> {
  if (sales.length === 0) return { again: [], rejected: nothingSettled };
  return sql.begin(async (tx) => {
    await lockKeys(tx, "member", [...new Set(sales.map((one) => one.memberExternalId))]);
    await lockKeys(tx, "store", [...new Set(sales.map((one) => one.storeCode))]);
    const known = await readKnown(tx, sales);
    const fates = new Map(sales.map((one) => [one.id, fateOf(one, known)]));
    const sentTo = (fate: Fate) => sales.filter(({ id }) => fates.get(id) === fate);
    const rejected = await reject(tx, sentTo("reject"), known);
    await park(
      tx,
      sentTo("wait").flatMap((one) => waitOf(one, known)),
    );
    return { again: sentTo("again").map(({ id }) => id), rejected };
  });
}

/** A sale as it is under the locks. */
interface OpenSale extends WaitingRow {
  readonly id: string;
  readonly status: string;
  readonly confirmation_note: string;
  readonly member_external_id: string;
  readonly create_date_time: Date;
}

/** What is registered, and the sales that are still open, under the locks. */
interface Known {
  /** Members by ExternalID, with the time since which they hold it if an erased person had it before. */
  readonly members: ReadonlyMap<string, Date | null>;
  readonly erased: ReadonlySet<string>;
  readonly stores: ReadonlySet<string>;
  readonly open: ReadonlyMap<string, OpenSale>;
}

async function readKnown(tx: Tx, sales: readonly SaleToPark[]): Promise<Known> {
  const keys = [...new Set(sales.map((one) => one.memberExternalId))];
  const codes = [...new Set(sales.map((one) => one.storeCode))];
  const [members, erased, stores, open] = await Promise.all([
    tx<{ key: string; since: Date | null }[]>`
      select external_id as key, key_since as since from member where external_id = any(${keys}::text[])
      union all select key, key_since from member_key where key = any(${keys}::text[]) and until is null`,
    readErasedKeys(tx, keys),
    tx<{ key: string }[]>`select store_code as key from store where store_code = any(${codes}::text[])`,
    tx<OpenSale[]>`
      select id, status, confirmation_note, member_external_id, create_date_time, ${waitingColumns(tx, sale, "sale")}
      from sale where id = any(${sales.map((one) => one.id)}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[])`,
  ]);
  return {
    members: new Map(members.map(({ key, since }) => [key, since])),
    erased,
    stores: new Set(stores.map(({ key }) => key)),
    open: new Map(open.map((row) => [row.id, row])),
  };
}

type Fate = "again" | "reject" | "wait";

/** Undefined for a sale that is no longer open. */
function fateOf(one: SaleToPark, known: Known): Fate | undefined {
  const row = known.open.get(one.id);
  if (!row) return undefined;
  if (row.member_external_id !== one.memberExternalId) return "again";
  if (isOfErased(row, known)) return "reject";
  return missingOf(one, known) ? "wait" : "again";
}

/** It was accepted after the erasure of its member, and before somebody else registered the ExternalID, if anybody did. */
function isOfErased({ member_external_id: key, create_date_time: acceptedAt }: OpenSale, known: Known): boolean {
  const since = known.members.get(key);
  return since === undefined ? known.erased.has(key) : since !== null && acceptedAt < since;
}

function missingOf(one: SaleToPark, { members, stores }: Known): MissingKeys | undefined {
  const references = missingReferences(one, {
    hasMember: members.has(one.memberExternalId),
    hasStore: stores.has(one.storeCode),
  });
  const missing = { ...references, ...(one.original && { original: one.original.key }) };
  return Object.keys(missing).length > 0 ? missing : undefined;
}

async function reject(tx: Tx, sales: readonly SaleToPark[], { open }: Known): Promise<Settlement> {
  const ids = sales.map(({ id }) => id);
  const outcomes = ids.map((id) => ({ id, status: toReject.to, note: erasedKeyNote }));
  await Promise.all([settle(tx, settling, outcomes), endAwaiting(tx, ids)]);
  await eraseRejected(tx, sales);
  const waiting = new Map([...open.values()].map((row) => [row.id, waitingRecordOf(row)]));
  return settlementOf({ ids, outcomes, waiting, rejectedStatus: toReject.to, locks: "wait" });
}

/** The age of a sale that waited says nothing about the workers. */
function waitingRecordOf(row: OpenSale): WaitingRecord {
  const record = waitingOf(row);
  return row.status === toAwait.to ? { ...record, lagMs: undefined } : record;
}

interface Wait extends Awaiting {
  readonly outcome: Settled;
  /** Its record changes. A stray job for a sale that still awaits the same keys changes nothing. */
  readonly isMoved: boolean;
}

/** Empty for a sale that does not have to wait. */
function waitOf(one: SaleToPark, known: Known): Wait[] {
  const [missing, row] = [missingOf(one, known), known.open.get(one.id)];
  if (!missing || !row) return [];
  const outcome = { id: one.id, status: toAwait.to, note: awaitingNote(missing) };
  const until = one.original && new Date(one.original.untilMs).toISOString();
  const isMoved = row.status !== outcome.status || row.confirmation_note !== outcome.note;
  return [{ id: one.id, missing, until, hold: one.hold, outcome, isMoved }];
}

async function park(tx: Tx, waiting: readonly Wait[]): Promise<void> {
  const moved = waiting.filter(({ isMoved }) => isMoved).map(({ outcome }) => outcome);
  const unmoved = await lockAwaiting(
    tx,
    waiting.filter(({ isMoved }) => !isMoved).map(({ id }) => id),
  );
  const parked = waiting.filter(({ isMoved, id }) => isMoved || unmoved.includes(id));
  await Promise.all([settle(tx, settling, moved), takeOffPending(tx, settling, unmoved), writeAwaiting(tx, parked)]);
}

/** Locks those sales that still wait. No compare-and-set protects them, and an operator may reject one meanwhile. */
async function lockAwaiting(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select id from sale where id = any(${[...ids]}::uuid[]) and status = ${toAwait.to} order by id for update`;
  return rows.map((row) => row.id);
}
