import { awaitingNote, type MissingKeys, missingReferences, type SaleKeys, sale } from "@rewards/domain";
import { lockKeys } from "../awaiting/awaiting.wake.ts";
import type { Sql, Tx } from "../client.ts";
import { settle, takeOffPending } from "../object/object.settle.ts";
import type { AwaitedOriginal } from "../sale-return/sale-return.load.ts";
import { saleOpenStatuses } from "./sale.load.ts";

export interface SaleToPark extends SaleKeys {
  readonly id: string;
  /** It waits for this sale, whatever else it waits for. A poll wakes it, so this needs no lock. */
  readonly original?: AwaitedOriginal;
}

const settling = { class: sale.class, noun: sale.noun, from: saleOpenStatuses };

/**
 * Parks sales whose member or store is not registered, without losing a wake-up. It locks the keys first, then looks
 * again in a new statement, and so with a new snapshot. A transaction that registers the member or store takes the same
 * lock: either it has committed and is seen here, or it comes later and finds the sale parked. An erasure, which replaces
 * the key, takes the lock too: a sale that no longer has the key that it was loaded with is not parked.
 * @returns the UUIDs of sales to load again: those that do not have to wait after all, or have another key.
 */
export async function parkSales(sql: Sql, sales: readonly SaleToPark[]): Promise<string[]> {
  if (sales.length === 0) return [];
  const members = [...new Set(sales.map((one) => one.memberExternalId))];
  const stores = [...new Set(sales.map((one) => one.storeCode))];
  return sql.begin(async (tx) => {
    await lockKeys(tx, "member", members);
    await lockKeys(tx, "store", stores);
    const [foundMembers, foundStores, open] = await Promise.all([
      tx<{ key: string }[]>`select external_id as key from member where external_id = any(${members}::text[])`,
      tx<{ key: string }[]>`select store_code as key from store where store_code = any(${stores}::text[])`,
      tx<OpenSale[]>`
        select id, status, confirmation_note, member_external_id from sale
        where id = any(${sales.map((one) => one.id)}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[])`,
    ]);
    const known: Known = {
      members: keysOf(foundMembers),
      stores: keysOf(foundStores),
      open: new Map(open.map((row) => [row.id, row])),
    };
    const waiting = sales.flatMap((one) => waitOf(one, known));
    // A stray job for a sale that still awaits the same keys does not change its record.
    const moved = waiting.filter(({ isMoved }) => isMoved).map(({ outcome }) => outcome);
    const unmoved = await lockAwaiting(
      tx,
      waiting.filter(({ isMoved }) => !isMoved).map(({ outcome }) => outcome.id),
    );
    const parked = waiting.filter(({ isMoved, outcome }) => isMoved || unmoved.includes(outcome.id));
    await Promise.all([
      settle(tx, settling, moved),
      takeOffPending(tx, settling, unmoved),
      writeAwaiting(
        tx,
        parked.map(({ outcome, missing, until }) => ({ id: outcome.id, missing, until })),
      ),
    ]);
    const again = sales.filter((one) => {
      const row = known.open.get(one.id);
      return row && (isRenamed(one, row) || !missingOf(one, known));
    });
    return again.map((one) => one.id);
  });
}

interface OpenSale {
  readonly id: string;
  readonly status: string;
  readonly confirmation_note: string;
  readonly member_external_id: string;
}

const isRenamed = (one: SaleToPark, row: OpenSale) => one.memberExternalId !== row.member_external_id;

const keysOf = (rows: readonly { key: string }[]) => new Set(rows.map((row) => row.key));

/** What is registered, and the sales that are still open, under the locks. */
interface Known {
  readonly members: ReadonlySet<string>;
  readonly stores: ReadonlySet<string>;
  readonly open: ReadonlyMap<string, OpenSale>;
}

/** Empty for a sale that does not have to wait, is no longer open, or has another key. */
function waitOf(one: SaleToPark, known: Known) {
  const missing = missingOf(one, known);
  const row = known.open.get(one.id);
  if (!missing || !row || isRenamed(one, row)) return [];
  const outcome = { id: one.id, status: sale.transitions.await.to, note: awaitingNote(missing) };
  const until = one.original && new Date(one.original.untilMs).toISOString();
  const isMoved = row.status !== outcome.status || row.confirmation_note !== outcome.note;
  return [{ missing, until, outcome, isMoved }];
}

function missingOf(one: SaleToPark, known: Known): MissingKeys | undefined {
  const references = missingReferences(one, {
    hasMember: known.members.has(one.memberExternalId),
    hasStore: known.stores.has(one.storeCode),
  });
  const missing = { ...references, ...(one.original && { original: one.original.key }) };
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** Locks those sales that still wait. No compare-and-set protects them, and an operator may reject one meanwhile. */
async function lockAwaiting(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select id from sale where id = any(${[...ids]}::uuid[]) and status = ${sale.transitions.await.to} order by id for update`;
  return rows.map((row) => row.id);
}

interface Awaiting {
  readonly id: string;
  readonly missing: MissingKeys;
  readonly until: string | undefined;
}

async function writeAwaiting(tx: Tx, waiting: readonly Awaiting[]): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ id, missing, until }) => ({
    sale_id: id,
    member: missing.memberExternalId ?? null,
    store: missing.storeCode ?? null,
    original: missing.original ?? null,
    until: until ?? null,
  }));
  await tx`
    insert into awaiting (sale_id, member, store, original, until)
    select sale_id, member, store, original, until
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(sale_id uuid, member text, store text, original text, until timestamptz)
    on conflict (sale_id) do update set member = excluded.member, store = excluded.store, original = excluded.original, until = excluded.until`;
}
