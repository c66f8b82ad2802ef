import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Progress } from "@rewards/lab/progress";
import { formatCount } from "@rewards/lab/report/number";
import postgres, { type Sql } from "postgres";
import { expectBooksOk } from "../measure/database.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import type { Bench } from "./measure.ts";

export interface UpkeepOptions {
  readonly sizes: readonly number[];
  readonly members: number;
}

/** Of one size. Bytes include indexes. */
export interface UpkeepFigures {
  readonly entries: number;
  readonly saleBytes: number;
  readonly ledgerBytes: number;
  readonly databaseBytes: number;
  readonly vacuumSeconds: number;
  readonly freezeSeconds: number;
  readonly backupSeconds: number;
  readonly verifySeconds: number;
}

/** Steps of the progress at each size. */
export const upkeepSteps = 5;

/** Fills a database to a size, and times what an operator runs on it. Nothing else uses the server. */
export async function measureUpkeep(
  { servers }: Bench,
  { members }: UpkeepOptions,
  size: number,
  progress: Progress,
): Promise<UpkeepFigures> {
  if (servers.pids.postgres.length === 0) throw new Error("upkeep copies the server's files: leave out --database-url");
  const step = (name: string) => progress.step(`${formatCount(size)} entries: ${name}`);
  const database = await servers.openDatabase({ members });
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  try {
    step("filling");
    const perMember = Math.max(1, Math.round(size / members));
    const { entries } = await fillLedger(database.url, { members, perMember: [perMember, perMember] });
    await sql`checkpoint`;
    const sizes = await readSizes(sql);
    step("vacuum");
    await sql`update sale set version = version + 1 where id in (select id from sale tablesample system (1))`;
    const vacuumSeconds = await timed(() => sql`vacuum (analyze) sale, ledger_entry`);
    step("freeze");
    const freezeSeconds = await timed(() => sql`vacuum (freeze) sale, ledger_entry`);
    step("backup");
    await sql`checkpoint`;
    const backupSeconds = await timed(() => copyFiles(sql));
    step("verify");
    const verifySeconds = await timed(() => expectBooksOk(database.url));
    return { entries, ...sizes, vacuumSeconds, freezeSeconds, backupSeconds, verifySeconds };
  } finally {
    await sql.end();
    await database.drop();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return (performance.now() - startMs) / 1000;
}

async function readSizes(sql: Sql) {
  const [row] = await sql<{ sale: string; ledger: string; all: string }[]>`
    select pg_total_relation_size('sale') as sale, pg_total_relation_size('ledger_entry') as ledger,
      pg_database_size(current_database()) as all`;
  return { saleBytes: Number(row?.sale), ledgerBytes: Number(row?.ledger), databaseBytes: Number(row?.all) };
}

/** Copies the files of the database into a folder next to the server's, and removes the copy. */
async function copyFiles(sql: Sql): Promise<void> {
  const [row] = await sql<{ folder: string; oid: string }[]>`
    select current_setting('data_directory') as folder, oid::text as oid from pg_database where datname = current_database()`;
  if (!row) throw new Error("no such database");
  const copy = await mkdtemp(`${row.folder}-copy-`);
  try {
    await cp(join(row.folder, "base", row.oid), copy, { recursive: true });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
