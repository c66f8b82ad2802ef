import { awaitCount } from "@rewards/lab/poll";
import { atMost, type Bar, booksHold, exactly } from "@rewards/lab/report/report";
import type { Sql } from "postgres";
import { expectBooksOk } from "../measure/database.ts";
import type { Drill } from "./world.ts";

export async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`select count(*)::int as pending from pending`;
  return row?.pending ?? 0;
}

export const awaitDrained = (sql: Sql): Promise<number> =>
  awaitCount(
    "pending records",
    () => countPending(sql),
    (pending) => pending === 0,
  );

/** `durable`: sales with these ExternalIDs that are completed, with one entry each. @throws if the books are broken. */
export async function checkEnd({ sql, database, readSeen, say }: Drill, keys: readonly string[]) {
  say("checking every sale and the books");
  const [row] = await sql<{ durable: number }[]>`
    select count(*)::int as durable from sale s
    where s.external_id = any(${[...keys]}::text[]) and s.status = 'Resolved-Completed'
      and (select count(*) from ledger_entry e where e.source_id = s.id) = 1`;
  await expectBooksOk(database.url);
  return { durable: row?.durable ?? 0, ...readSeen() };
}

export const formatMs = (ms: number) => (ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`);

type End = Awaited<ReturnType<typeof checkEnd>>;

export const memoryRows = (memory: End["memory"]) =>
  memory.map(({ name, ...mib }) => {
    const figures = [mib.start, mib.peak, mib.end].map((one) => one.toFixed(0)).join(", ");
    return [`Memory of ${name}, start, peak, end`, `${figures} MiB`] as const;
  });

/** A process' allowed growth after its start: its pools and batches at full load, far less than a backlog would take. */
const growthMibMax = 256;

export const saleBars = ({ accepted, durable, memory, processesEnded }: End & { accepted: number }): Bar[] => [
  exactly("sales answered 201 that are posted once", accepted, durable),
  endedBar(processesEnded),
  ...memory.map(({ name, start, peak }) => atMost(`growth of ${name}`, growthMibMax, "MiB", peak - start)),
  booksHold,
];

export const endedBar = (ended: number): Bar => exactly("processes that ended", 0, ended);
