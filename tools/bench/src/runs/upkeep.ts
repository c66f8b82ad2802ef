import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Progress } from "@rewards/lab/progress";
import { booksHold } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import postgres, { type Sql } from "postgres";
import { expectBooksOk, timed } from "../measure/database.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import { type Column, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { list, whole } from "../run/options.ts";
import type { Bench } from "../run/session.ts";

const billion = 1_000_000_000;
const bytesPerGb = 1e9;

export const upkeep = defineRun({
  name: "upkeep",
  summary: "size of the database, and time of vacuum, backup and verify, as the ledger grows",
  title: "Upkeep as the ledger grows",
  options: {
    sizes: list("entries in the ledger", [1_000_000, 10_000_000], [20_000]),
    members: whole("members who buy", 100_000, 2_000),
  },
  steps: ({ sizes }) => sizes.length * 5,
  async measure(bench, { sizes, members }, progress) {
    const found: UpkeepFigures[] = [];
    for (const size of sizes.toSorted((a, b) => a - b)) found.push(await measureSize(bench, members, size, progress));
    return { sizes: found };
  },
  tables({ sizes }) {
    const largest = sizes.at(-1) as UpkeepFigures;
    // A billion entries, in proportion.
    const scaled = Object.entries(largest).map(([name, value]) => [name, (value * billion) / largest.entries]);
    const computed = { ...(Object.fromEntries(scaled) as UpkeepFigures), isComputed: true };
    return [
      tableOf<UpkeepFigures & { isComputed?: true }>(
        "Sizes in GB, durations in seconds",
        [...sizes, computed],
        columns,
        [
          "One sale for each entry; sizes with indexes. Vacuum: of sales and ledger, after 1 % of the sales changed.",
          "Freeze: of all their rows, as once in the life of each. Backup: a copy of the database's files to the same disk.",
          "Verify: every check, in one process. Computed: in proportion to the largest size that was run.",
        ],
      ),
    ];
  },
  bars: () => [booksHold],
});

/** Of one size. Bytes include indexes. */
type UpkeepFigures = Awaited<ReturnType<typeof measureSize>>;

const columns: readonly Column<UpkeepFigures & { isComputed?: true }>[] = [
  ["Entries", ({ entries, isComputed }) => `${formatCount(entries)}${isComputed ? " (computed)" : ""}`],
  ["Sales", ({ saleBytes }) => saleBytes / bytesPerGb],
  ["Ledger", ({ ledgerBytes }) => ledgerBytes / bytesPerGb],
  ["All", ({ databaseBytes }) => databaseBytes / bytesPerGb],
  ["Vacuum", ({ vacuumMs }) => vacuumMs / 1000],
  ["Freeze", ({ freezeMs }) => freezeMs / 1000],
  ["Backup", ({ backupMs }) => backupMs / 1000],
  ["Verify", ({ verifyMs }) => verifyMs / 1000],
  ["Entries/s", ({ entries, verifyMs }) => formatCount(entries / (verifyMs / 1000))],
];

/** Fills a database to a size, and times what an operator runs on it. Nothing else uses the server. */
async function measureSize({ servers }: Bench, members: number, size: number, progress: Progress) {
  if (servers.pids.postgres.length === 0) throw new Error("upkeep copies the server's files: leave out --database-url");
  const database = await servers.openDatabase({ members });
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const step = (name: string, run: () => PromiseLike<unknown>) => {
    progress.step(`${formatCount(size)} entries: ${name}`);
    return timed(run);
  };
  try {
    const perMember = Math.max(1, Math.round(size / members));
    const entries = perMember * members;
    await step("filling", () => fillLedger(database.url, { members, perMember: [perMember, perMember] }));
    await sql`checkpoint`;
    const sizes = await readSizes(sql);
    await sql`update sale set version = version + 1 where id in (select id from sale tablesample system (1))`;
    const vacuumMs = await step("vacuum", () => sql`vacuum (analyze) sale, ledger_entry`);
    const freezeMs = await step("freeze", () => sql`vacuum (freeze) sale, ledger_entry`);
    await sql`checkpoint`;
    const backupMs = await step("backup", () => copyFiles(sql));
    const verifyMs = await step("verify", () => expectBooksOk(database.url));
    return { entries, ...sizes, vacuumMs, freezeMs, backupMs, verifyMs };
  } finally {
    await sql.end();
    await database.drop();
  }
}

async function readSizes(sql: Sql) {
  const [row] = await sql<{ sale: string; ledger: string; all: string }[]>`
    select ${bytesOf(sql, "sale")} as sale, ${bytesOf(sql, "ledger_entry")} as ledger,
      pg_database_size(current_database()) as all`;
  return { saleBytes: Number(row?.sale), ledgerBytes: Number(row?.ledger), databaseBytes: Number(row?.all) };
}

/** Of a table and its partitions, if it has any. */
const bytesOf = (sql: Sql, table: string) => sql`
  (select sum(pg_total_relation_size(oid)) from pg_class where oid = ${table}::regclass
    or oid in (select relid from pg_partition_tree(${table})))`;

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
