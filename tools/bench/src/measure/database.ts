import { type Database, openDatabase } from "@rewards/db";
import { awaitCount } from "@rewards/lab/poll";
import { verifyBooks } from "@rewards/operations";
import postgres, { type Sql } from "postgres";
import { nameQuantiles, type Quantiles, quantileShares } from "./statistics.ts";

const pollMs = 100;
const settledPollMs = 20;

/** The meter has a separate role, so that its statements do not count as the subject's. */
export interface DatabaseMeter {
  /**
   * Flushes everything to disk, so that all runs start alike. Call it before the warm-up: its own writes take a while.
   */
  checkpoint(): Promise<void>;
  /** Restarts the counts. */
  reset(): Promise<void>;
  read(): Promise<{ readonly statements: number; readonly walBytes: number }>;
  /** Entries in the ledger. */
  posted(): Promise<number>;
  /** Resolves when the ledger has this many entries; rejects when the count stops growing. */
  awaitPosted(entries: number): Promise<void>;
  /** Seconds from the first sale's row to the last entry's commit, of the sales whose ExternalID has this prefix. */
  postedSeconds(prefix: string): Promise<number>;
  /** Milliseconds from a sale's row to the commit of its entry. */
  lagMs(prefix: string): Promise<Quantiles>;
  close(): Promise<void>;
}

const role = "rewards_bench_meter";

export async function openMeter(databaseUrl: string): Promise<DatabaseMeter> {
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await admin`create extension if not exists pg_stat_statements`;
  const [known] = await admin`select 1 from pg_roles where rolname = ${role}`;
  if (!known) await admin`create role ${admin(role)} superuser login`;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: { role } });
  let walStart = "0/0";
  return {
    async checkpoint() {
      await sql`checkpoint`;
    },
    async reset() {
      await sql`select pg_stat_statements_reset()`;
      const [row] = await sql<{ at: string }[]>`select pg_current_wal_lsn()::text as at`;
      walStart = row?.at ?? "0/0";
    },
    async read() {
      const [row] = await sql<{ statements: string; wal: string }[]>`
        select coalesce(sum(calls), 0)::bigint as statements, pg_current_wal_lsn() - ${walStart}::pg_lsn as wal
        from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> ${role}`;
      return { statements: Number(row?.statements), walBytes: Number(row?.wal) };
    },
    posted: () => countPosted(sql),
    async awaitPosted(entries) {
      const isPosted = (posted: number) => posted === entries;
      await awaitCount(`of ${entries} entries`, () => countPosted(sql), isPosted, pollMs);
    },
    async postedSeconds(prefix) {
      const [row] = await sql<{ seconds: string }[]>`
        select extract(epoch from max(pg_xact_commit_timestamp(e.xmin)) - min(s.create_date_time)) as seconds
        from sale s join ledger_entry e on e.source_id = s.id where s.external_id like ${`${prefix}-%`}`;
      return Number(row?.seconds);
    },
    async lagMs(prefix) {
      const [row] = await sql<{ at: number[] }[]>`
        select percentile_disc(${quantileShares}::float8[]) within group (order by lag) as at from (
          select (extract(epoch from pg_xact_commit_timestamp(e.xmin) - s.create_date_time) * 1000)::float8 as lag
          from sale s join ledger_entry e on e.source_id = s.id where s.external_id like ${`${prefix}-%`}) l`;
      return nameQuantiles(row?.at ?? []);
    },
    close: async () => {
      await Promise.all([sql.end(), admin.end()]);
    },
  };
}

/**
 * Sums the sequences of the balances: without gaps, which are checked afterwards, they count the entries at little
 * cost.
 */
export async function countPosted(sql: Sql): Promise<number> {
  const [row] = await sql<{ posted: string }[]>`select coalesce(sum(sequence), 0) as posted from balance`;
  return Number(row?.posted);
}

/** Resolves when nothing is pending, to within 20 ms. @throws if something still is after a minute. */
export async function awaitSettled(sql: Sql): Promise<void> {
  const readPending = async () => (await sql`select from pending limit 1`).length;
  await awaitCount("pending records", readPending, (pending) => pending === 0, settledPollMs);
}

/** Uses the product's own database client, and closes it. */
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

/** Milliseconds that something takes. */
export async function timed(run: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}
