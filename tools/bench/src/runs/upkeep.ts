import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { booksHold, formatCount } from "@rewards/lab/report/report";
import type { Sql } from "postgres";
import { expectBooksOk, openMeter, timed } from "../measure/database.ts";
import { type Figures, tableOf } from "../measure/figures.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import { defineRun, inTurn, list, whole } from "../run/command.ts";
import { type Bench, withClosers } from "../run/session.ts";

const billion = 1_000_000_000;
const bytesPerGb = 1e9;

export const upkeep = defineRun({
  name: "upkeep",
  summary: "size of the database, and time of vacuum, backup and verify, as the ledger grows",
  options: {
    sizes: list("entries in the ledger", [1_000_000, 10_000_000], [20_000]),
    members: whole("members who buy", 100_000, 2_000),
  },
  measure: (bench: Bench, { sizes, members }) => inTurn(sizes, (size) => measureSize(bench, members, size)),
  tables(sizes) {
    const { entries: most = billion, figures: ofMost = {} } = sizes.at(-1) ?? {};
    const computed = Object.entries(ofMost).map(([name, value]) => [name, (value * billion) / most]);
    return [
      tableOf(
        "Sizes in GB, durations in seconds",
        ["Entries", "Sales", "Ledger", "All", "Vacuum", "Freeze", "Backup", "Verify"],
        [
          ...sizes.map(({ entries, figures }) => [formatCount(entries), figures] as const),
          [`${formatCount(billion)} (computed)`, Object.fromEntries(computed)],
        ],
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

/** Fills a database to a size, and times what an operator runs on it. Nothing else uses the server. */
const measureSize = (bench: Bench, members: number, size: number) =>
  withClosers(async (closers) => {
    const database = await bench.servers.openDatabase({ members });
    closers.add(database.drop);
    const sql = await openMeter(database.url);
    closers.add(() => sql.end());
    const seconds = async (name: string, run: () => PromiseLike<unknown>): Promise<Figures> => {
      bench.say(`${formatCount(size)} entries: ${name}`);
      return { [name]: (await timed(run)) / 1000 };
    };
    const perMember = Math.max(1, Math.round(size / members));
    await seconds("Fill", () => fillLedger(database.url, { members, perMember: [perMember, perMember] }));
    await sql`checkpoint`;
    const sizes = await readSizes(sql);
    await sql`update sale set version = version + 1 where id in (select id from sale tablesample system (1))`;
    const vacuum = await seconds("Vacuum", () => sql`vacuum (analyze) sale, ledger_entry`);
    const freeze = await seconds("Freeze", () => sql`vacuum (freeze) sale, ledger_entry`);
    await sql`checkpoint`;
    const backup = await seconds("Backup", () => copyFiles(sql));
    const verify = await seconds("Verify", () => expectBooksOk(database.url));
    return { entries: perMember * members, figures: { ...sizes, ...vacuum, ...freeze, ...backup, ...verify } };
  });

/** GB, with indexes; of a table with its partitions, if it has any. */
async function readSizes(sql: Sql): Promise<Figures> {
  const gbOf = (table: string) => sql`
    (select sum(pg_total_relation_size(oid)) / ${bytesPerGb}::float8 from pg_class where oid = ${table}::regclass
      or oid in (select relid from pg_partition_tree(${table})))`;
  const [row] = await sql<Figures[]>`
    select ${gbOf("sale")} as "Sales", ${gbOf("ledger_entry")} as "Ledger",
      pg_database_size(current_database()) / ${bytesPerGb}::float8 as "All"`;
  return row ?? {};
}

/** Copies the files of the database into a folder next to the server's, and removes the copy. */
async function copyFiles(sql: Sql): Promise<void> {
  const [row] = await sql<{ folder: string; oid: string }[]>`
    select current_setting('data_directory') as folder, oid::text as oid from pg_database where datname = current_database()`;
  if (!row) throw new Error("no such database");
  const copy = await mkdtemp(`${row.folder}-copy-`);
  try {
    // Postgres removes this cache of its catalogue at any time, and makes it again.
    const filter = (path: string) => !path.endsWith("pg_internal.init");
    await cp(join(row.folder, "base", row.oid), copy, { recursive: true, filter });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
