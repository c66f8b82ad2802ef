import { awaitCount } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { expectBooksOk } from "../measure/database.ts";
import type { Drill } from "./world.ts";

const keysAtOnceMax = 10_000;

export async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`select count(*)::int as pending from pending`;
  return row?.pending ?? 0;
}

/** Resolves with the time at which nothing was pending. */
export const awaitDrained = (sql: Sql) =>
  awaitCount(
    "pending records",
    () => countPending(sql),
    (pending) => pending === 0,
  );

/**
 * Checks the sales with these ExternalIDs, and the books.
 * @throws if the books do not add up.
 */
export async function checkEnd({ sql, databaseUrl, processes, say }: Drill, keys: readonly string[]) {
  say("checking every sale and the books");
  const durable = await countDurable(sql, keys);
  await expectBooksOk(databaseUrl);
  const { enqueuedAgain, ended, memory } = processes;
  return { durable, enqueuedAgain: enqueuedAgain(), processesEnded: ended(), memory: memory() };
}

/** `durable`: sales answered with 201 that are completed, with one entry each. */
export type EndFigures = Awaited<ReturnType<typeof checkEnd>>;

/** The number of sales with these ExternalIDs that are posted: completed, with one entry each. */
async function countDurable(sql: Sql, keys: readonly string[]): Promise<number> {
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
