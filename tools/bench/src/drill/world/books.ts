import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";

const pollMs = 50;
const stuckMsMax = 60_000;
const keysAtOnceMax = 10_000;

/** Entries in the ledger: without a gap, which is checked in the end, the sequences of the balances count them cheaply. */
export async function countPosted(sql: Sql): Promise<number> {
  const [row] = await sql<{ posted: number }[]>`select coalesce(sum(sequence), 0)::int as posted from balance`;
  return row?.posted ?? 0;
}

export async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`select count(*)::int as pending from pending`;
  return row?.pending ?? 0;
}

/**
 * Resolves with the time (performance.now) at which `read` first answered what `isDone` takes, to 50 ms.
 * @throws where what is read moves no more for a minute.
 */
export async function awaitCount(
  what: string,
  read: () => Promise<number>,
  isDone: (count: number) => boolean,
): Promise<number> {
  let last = Number.NaN;
  let movedMs = performance.now();
  while (performance.now() - movedMs < stuckMsMax) {
    const count = await read();
    if (isDone(count)) return performance.now();
    if (count !== last) movedMs = performance.now();
    last = count;
    await delay(pollMs);
  }
  throw new Error(`${what}: ${last}, and for a minute no other`);
}

/** Resolves with the time at which nothing was pending. */
export const awaitSettled = (sql: Sql) =>
  awaitCount(
    "pending records",
    () => countPending(sql),
    (pending) => pending === 0,
  );

/** How many of the sales of these ExternalIDs are posted: completed, each with one entry. */
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
