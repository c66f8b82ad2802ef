import { sale } from "@rewards/domain";
import type { Fragment, Sql, Tx } from "../client.ts";
import { keyLockSeeds } from "../lock.ts";
import { memberByKey } from "../member.key.ts";

export type AwaitedKind = keyof typeof keyLockSeeds;

/**
 * Locks business keys until the transaction ends, in the order of their hashes. A transaction that creates a record and
 * one that parks sales because the record is missing take the same lock, so that each sees what the other did.
 */
export async function lockKeys(tx: Tx, kind: AwaitedKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, ${keyLockSeeds[kind]}) as hash from unnest(${[...keys]}::text[]) as k(key) order by hash
    ) as ordered`;
}

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
  return takeOff(
    tx,
    tx`
    select sale_id from awaiting where ${tx(kind)} = any(${[...keys]}::text[]) limit ${wakeRowsMax}`,
  );
}

/**
 * Moves sales from `awaiting` to `pending`. A return that holds points keeps its row, so that they stay held until it is
 * posted or rejected; without keys, nothing wakes it again.
 * @returns the UUIDs of the sales.
 */
async function takeOff(sql: Sql | Tx, which: Fragment): Promise<string[]> {
  // By primary key, so always in the same order: a member and a store that the same sales wait for may be created at the
  // same time.
  const rows = await sql<{ id: string }[]>`
    with found as materialized (${which}),
      kept as (
        update awaiting set member = null, store = null, original = null, until = null
        where sale_id = any(array(select sale_id from found)) and held is not null returning sale_id
      ),
      ended as (
        delete from awaiting where sale_id = any(array(select sale_id from found)) and held is null returning sale_id
      )
    insert into pending (class, id) select ${sale.class}, sale_id from (select sale_id from kept union all select sale_id from ended) woken
    on conflict do nothing returning id`;
  return rows.map((row) => row.id);
}

/**
 * The safety net of the wake-up: moves sales whose member and store both exist, starting after a cursor.
 * @returns the cursor to continue from; null at the end.
 */
export async function sweepAwaiting(sql: Sql, after: string | null): Promise<{ woken: string[]; next: string | null }> {
  const page = await sql<{ sale_id: string; member: string | null; store: string | null }[]>`
    select sale_id, member, store from awaiting
    where original is null and num_nonnulls(member, store) > 0 and sale_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid order by sale_id limit ${wakeRowsMax}`;
  // Looks up keys instead of joining: Postgres would plan the join as a scan of all members.
  const [members, stores] = await Promise.all([
    sql<
      { key: string }[]
    >`select external_id as key from member where external_id = any(${given(page.map((row) => row.member))}::text[])
      union all select key from member_key where key = any(${given(page.map((row) => row.member))}::text[]) and until is null`,
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

interface WaitingReturn {
  readonly sale_id: string;
  readonly original: string;
  /** When it has waited long enough, by its programme as it is now. */
  readonly until: Date | null;
  readonly is_late: boolean;
  /** Its programme's `waitDays` changed since it was parked. */
  readonly is_moved: boolean;
}

/**
 * Moves returns whose original is resolved, or that have waited long enough, starting after a cursor. The posting of an
 * original sends no signal. This function reads the state instead, so it misses none.
 * @returns the cursor to continue from; null at the end.
 */
export async function wakeReturns(sql: Sql, after: string | null): Promise<{ woken: string[]; next: string | null }> {
  const page = await sql<WaitingReturn[]>`
    select a.sale_id, a.original, w.until, coalesce(w.until <= clock_timestamp(), true) as is_late, w.until is distinct from a.until as is_moved
    from (
      select sale_id, original, until from awaiting
      where original is not null and sale_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid order by sale_id limit ${wakeRowsMax}
    ) a
    left join lateral (
      select s.create_date_time + p.return_wait_days * interval '24 hours' as until
      from sale s cross join ${sql.unsafe(memberByKey("s.member_external_id"))} m join programme p on p.business_id = m.program_business_id
      where s.id = a.sale_id
      offset 0 -- Planned apart, so that each sale is looked up and no table is read.
    ) w on true
    order by a.sale_id`;
  if (page.length === 0) return { woken: [], next: null };
  const moved = page.flatMap(({ sale_id: id, until, is_moved: isMoved, is_late: isLate }) =>
    until && isMoved && !isLate ? [{ id, until }] : [],
  );
  if (moved.length > 0) await moveUntil(sql, moved);
  const found = await sql<{ key: string }[]>`
    select external_id as key from sale
    where external_id = any(${given(page.map((row) => row.original))}::text[]) and status = any(${resolved}::text[])`;
  const isResolved = registered(found);
  const ready = page.filter((row) => row.is_late || isResolved(row.original)).map((row) => row.sale_id);
  await moveToPending(sql, ready);
  return { woken: ready, next: page.length === wakeRowsMax ? (page.at(-1)?.sale_id ?? null) : null };
}

/** Rows that another session has locked are moved by the next run. */
async function moveUntil(sql: Sql, rows: readonly { readonly id: string; readonly until: Date }[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await sql`
    update awaiting a set until = r.until
    from unnest(${ids}::uuid[], ${rows.map(({ until }) => until.toISOString())}::timestamptz[]) as r(id, until)
    where a.sale_id = r.id and a.sale_id = any(array(
      select sale_id from awaiting where sale_id = any(${ids}::uuid[]) and original is not null for update skip locked))`;
}

async function moveToPending(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await takeOff(sql, sql`select sale_id from unnest(${[...ids]}::uuid[]) as i(sale_id)`);
}

function given(keys: readonly (string | null)[]): string[] {
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Whether a key is registered; null means that there is nothing to wait for. */
function registered(rows: readonly { key: string }[]): (key: string | null) => boolean {
  const known = new Set(rows.map((row) => row.key));
  return (key) => key === null || known.has(key);
}
