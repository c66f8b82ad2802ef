import { awaitCount } from "@rewards/lab/poll";
import type { Sql } from "postgres";

const keysAtOnceMax = 10_000;

export async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`select count(*)::int as pending from pending`;
  return row?.pending ?? 0;
}

/** Resolves with the time at which nothing was pending. */
export const awaitSettled = (sql: Sql) =>
  awaitCount(
    "pending records",
    () => countPending(sql),
    (pending) => pending === 0,
  );

/** The number of sales with these ExternalIDs that are posted: completed, with one entry each. */
export async function countDurable(sql: Sql, keys: readonly string[]): Promise<number> {
  let durable = 0;
  for (let from = 0; from < keys.length; from += keysAtOnceMax) {
    const [row] = await sql<{ durable: number }[]>`
      select count(*)::int as durable from sale s
      where s.external_id = any(${keys.slice(from, from + keysAtOnceMax)}) and s.status = 'Resolved-Completed'
        and (select count(*) from ledger_entry e where e.source_id = s.id) = 1`;
    durable += row?.durable ?? 0;
  }
  return durable;
}
