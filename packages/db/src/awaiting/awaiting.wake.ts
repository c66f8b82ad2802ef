import { sale } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import type { AwaitedKind } from "./awaiting.lock.ts";

/** How many sales one wake-up moves; the sweep moves on from there. */
export const wakeRowsMax = 10_000;

/**
 * Moves the sales that wait for any of these keys back to `pending`, in the transaction that creates the record. A sale
 * that also waits for another is parked again by the worker.
 * @returns the UUIDs of the sales.
 */
export async function wakeAwaiting(tx: Tx, kind: AwaitedKind, keys: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with woken as (
      delete from awaiting where sale_id in (
        select sale_id from awaiting where ${tx(kind)} = any(${[...keys]}::text[]) limit ${wakeRowsMax}
      ) returning sale_id
    )
    insert into pending (class, id) select ${sale.class}, sale_id from woken on conflict do nothing returning id`;
  return rows.map((row) => row.id);
}

/**
 * The safety net of the wake-up: moves sales whose member and store both exist, from a cursor on.
 * @returns the cursor to go on from, null where the end was reached.
 */
export async function sweepAwaiting(sql: Sql, after: string | null): Promise<{ woken: string[]; next: string | null }> {
  const page = await sql<{ sale_id: string; ready: boolean }[]>`
    select a.sale_id, (a.member is null or m.id is not null) and (a.store is null or s.id is not null) as ready
    from (select * from awaiting where sale_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid order by sale_id limit ${wakeRowsMax}) a
    left join member m on m.external_id = a.member
    left join store s on s.store_code = a.store
    order by a.sale_id`;
  const ready = page.filter((row) => row.ready).map((row) => row.sale_id);
  if (ready.length > 0) {
    await sql`
      with woken as (delete from awaiting where sale_id = any(${ready}::uuid[]) returning sale_id)
      insert into pending (class, id) select ${sale.class}, sale_id from woken on conflict do nothing`;
  }
  return { woken: ready, next: page.length === wakeRowsMax ? (page.at(-1)?.sale_id ?? null) : null };
}
