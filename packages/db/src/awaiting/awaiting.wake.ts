import { sale } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import type { AwaitedKind } from "./awaiting.lock.ts";

/** The queue of the woken sales. */
export const awaitingQueue = sale.noun;

/** Most sales that one wake-up moves; the sweep moves the rest. */
export const wakeRowsMax = 10_000;

/**
 * Moves the sales that wait for any of these keys back to `pending`, in the transaction that creates the record. The
 * worker parks a sale again if it also waits for another record.
 * @returns the UUIDs of the sales.
 */
export async function wakeAwaiting(tx: Tx, kind: AwaitedKind, keys: readonly string[]): Promise<string[]> {
  // Deletes by primary key, so always in the same order: a member and a store that the same sales wait for may be
  // created at the same time.
  const rows = await tx<{ id: string }[]>`
    with woken as (
      delete from awaiting where sale_id = any(array(
        select sale_id from awaiting where ${tx(kind)} = any(${[...keys]}::text[]) limit ${wakeRowsMax}
      )) returning sale_id
    )
    insert into pending (class, id) select ${sale.class}, sale_id from woken on conflict do nothing returning id`;
  return rows.map((row) => row.id);
}

/**
 * The safety net of the wake-up: moves sales whose member and store both exist, starting after a cursor.
 * @returns the cursor to continue from; null at the end.
 */
export async function sweepAwaiting(sql: Sql, after: string | null): Promise<{ woken: string[]; next: string | null }> {
  const page = await sql<{ sale_id: string; member: string | null; store: string | null }[]>`
    select sale_id, member, store from awaiting
    where original is null and sale_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid order by sale_id limit ${wakeRowsMax}`;
  // Looks up keys instead of joining: Postgres would plan the join as a scan of all members.
  const [members, stores] = await Promise.all([
    sql<
      { key: string }[]
    >`select external_id as key from member where external_id = any(${given(page.map((row) => row.member))}::text[])`,
    sql<
      { key: string }[]
    >`select store_code as key from store where store_code = any(${given(page.map((row) => row.store))}::text[])`,
  ]);
  const [hasMember, hasStore] = [registered(members), registered(stores)];
  const ready = page.filter((row) => hasMember(row.member) && hasStore(row.store)).map((row) => row.sale_id);
  await moveToPending(sql, ready);
  return { woken: ready, next: page.length === wakeRowsMax ? (page.at(-1)?.sale_id ?? null) : null };
}

const resolved = [sale.transitions.complete.to, sale.transitions.reject.to];

/**
 * Moves returns whose original is resolved, or that have waited long enough, starting after a cursor. The posting of an
 * original sends no signal. This function reads the state instead, so it misses none.
 * @returns the cursor to continue from; null at the end.
 */
export async function wakeReturns(sql: Sql, after: string | null): Promise<{ woken: string[]; next: string | null }> {
  const page = await sql<{ sale_id: string; original: string; is_late: boolean }[]>`
    select sale_id, original, coalesce(until <= clock_timestamp(), true) as is_late from awaiting
    where original is not null and sale_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid order by sale_id limit ${wakeRowsMax}`;
  if (page.length === 0) return { woken: [], next: null };
  const found = await sql<{ key: string }[]>`
    select external_id as key from sale
    where external_id = any(${given(page.map((row) => row.original))}::text[]) and status = any(${resolved}::text[])`;
  const isResolved = registered(found);
  const ready = page.filter((row) => row.is_late || isResolved(row.original)).map((row) => row.sale_id);
  await moveToPending(sql, ready);
  return { woken: ready, next: page.length === wakeRowsMax ? (page.at(-1)?.sale_id ?? null) : null };
}

async function moveToPending(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with woken as (delete from awaiting where sale_id = any(${[...ids]}::uuid[]) returning sale_id)
    insert into pending (class, id) select ${sale.class}, sale_id from woken on conflict do nothing`;
}

function given(keys: readonly (string | null)[]): string[] {
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Whether a key is registered; null means that there is nothing to wait for. */
function registered(rows: readonly { key: string }[]): (key: string | null) => boolean {
  const known = new Set(rows.map((row) => row.key));
  return (key) => key === null || known.has(key);
}
