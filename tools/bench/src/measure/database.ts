import { type Database, openDatabase } from "@rewards/db";
import { awaitCount } from "@rewards/lab/poll";
import { verifyBooks } from "@rewards/operations";
import postgres, { type Fragment, type Sql } from "postgres";
import { type Figures, nameQuantiles, type Quantiles, quantileShares } from "./figures.ts";

/** The benchmark's own statements have a role, so that they do not count as the subject's. */
export const meterRole = "rewards_bench_meter";

export async function openMeter(databaseUrl: string): Promise<Sql> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined, connection: { role: meterRole } });
  await sql`create extension if not exists pg_stat_statements`;
  return sql;
}

/** Counts from now on. @returns what reads the subject's statements and the bytes of WAL so far */
export async function countWork(sql: Sql) {
  await sql`select pg_stat_statements_reset()`;
  const [start] = await sql<{ at: string }[]>`select pg_current_wal_lsn()::text as at`;
  return async (): Promise<Figures> => {
    const [row] = await sql<Figures[]>`
      select coalesce(sum(calls), 0)::float8 as "Statements",
        (pg_current_wal_lsn() - ${start?.at ?? ""}::pg_lsn)::float8 as "WAL bytes"
      from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> ${meterRole}`;
    return row ?? {};
  };
}

/** Of rows with the times `created` and `settled`: seconds from the first to the last, and the lag of each. */
export async function readLag(sql: Sql, rows: Fragment): Promise<{ seconds: number; lagMs: Quantiles }> {
  const [row] = await sql<{ seconds: number | null; at: number[] | null }[]>`
    select extract(epoch from max(settled) - min(created))::float8 as seconds,
      percentile_disc(${quantileShares}::float8[]) within group (
        order by (extract(epoch from settled - created) * 1000)::float8) as at
    from (${rows}) r`;
  return { seconds: row?.seconds ?? Number.NaN, lagMs: nameQuantiles(row?.at ?? []) };
}

/** The sales whose ExternalID has this prefix, from their row to the commit of their entry. */
export const postedSales = (sql: Sql, prefix: string) => sql`
  select s.create_date_time as created, pg_xact_commit_timestamp(e.xmin) as settled
  from sale s join ledger_entry e on e.source_id = s.id where s.external_id like ${`${prefix}-%`}`;

/** Sums the sequences of the balances: without gaps, which are checked afterwards, they count the entries cheaply. */
export async function countPosted(sql: Sql): Promise<number> {
  const [row] = await sql<{ posted: string }[]>`select coalesce(sum(sequence), 0) as posted from balance`;
  return Number(row?.posted);
}

/** Resolves when the ledger has this many entries. @throws if the count stops growing. */
export async function awaitPosted(sql: Sql, entries: number): Promise<void> {
  const isPosted = (posted: number) => posted === entries;
  await awaitCount(`of ${entries} entries`, () => countPosted(sql), isPosted, 100);
}

/** Resolves when nothing is pending, to within 20 ms. @throws if something still is after a minute. */
export async function awaitSettled(sql: Sql): Promise<void> {
  const readPending = async () => (await sql`select from pending limit 1`).length;
  await awaitCount("pending records", readPending, (pending) => pending === 0, 20);
}

export async function withProduct<T>(databaseUrl: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url: databaseUrl, name: "bench", poolMax: 1, viewPoolMax: 1 });
  return use(database).finally(() => database.close());
}

/** @throws if any invariant of the books is broken: such a run is void. */
export async function expectBooksOk(databaseUrl: string): Promise<void> {
  // A check may read for longer than a statement of the service.
  const findings = await withProduct(databaseUrl, ({ scans }) => verifyBooks(scans));
  if (findings.length > 0) throw new Error(`the run is void: ${JSON.stringify(findings)}`);
}

export async function timed(run: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}
