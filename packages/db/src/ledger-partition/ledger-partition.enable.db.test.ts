import { describe, expect, test } from "vitest";
import { type TestRecord, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../books/books.verify.ts";
import type { Sql } from "../client.ts";
import { writeDays } from "../ledger-day/ledger-day.write.ts";
import { writeHeads } from "../ledger-head/ledger-head.write.ts";
import { copyingTrigger } from "../partition/partition.fill.ts";
import { withPartitions } from "../partition/partition.session.ts";
import { postSales } from "../sale/sale.commit.ts";
import { openTestDatabase, type TestDatabase, untilWaiting } from "../testing/database.ts";
import { insertSales, openShop, planSales } from "../testing/shop.ts";
import { wrongStatistics } from "../testing/statistics.ts";
import { dropFormerLedger, partitionLedger } from "./ledger-partition.enable.ts";
import { exchangeLedger } from "./ledger-partition.exchange.ts";
import { readLedgerPartitions } from "./ledger-partition.read.ts";
import { ledgerChange } from "./ledger-partition.table.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const held = await openTestDatabase(4);
const existingEntries = 6_000;
const batchRows = 300;

/** Inserts sales as the owner, and posts them as a worker. Each makes one entry. */
async function sell({ sql: owner }: TestDatabase, worker: Sql, sales: readonly TestRecord[]): Promise<void> {
  const ids = await insertSales(owner, sales);
  await postSales(worker, await planSales(worker, ids));
}

const counts = async (on: Sql) => {
  const [row] = await on`
    select (select count(*)::int from sale where status = 'Resolved-Completed') as sales, (select count(*)::int from ledger_entry) as entries,
      (select count(distinct tableoid)::int from ledger_entry) as used`;
  return row;
};

describe("the change of a ledger", () => {
  test("goes on while workers post: no entry is lost or doubled, the books are in order, and the rights are as before", async () => {
    const shop = await openShop(sql, 60);
    const some = (rows: number) => times(rows, (index) => shop.newSale(index));
    for (let done = 0; done < existingEntries; done += batchRows) await sell(database, sql, some(batchRows));
    const workers = times(2, () => database.openPool(1, database.urlFor("worker")));
    let isMade = false;
    let sold = existingEntries;
    const posting = workers.map(async (worker) => {
      for (let more = 3; more > 0; more -= Number(isMade)) {
        await sell(database, worker, some(20));
        sold += 20;
      }
    });
    expect(await partitionLedger(database.url, { partitions: 8 })).toBe("made");
    isMade = true;
    await Promise.all(posting);
    expect(await counts(sql)).toEqual({ sales: sold, entries: sold, used: 8 });
    expect(await readLedgerPartitions(sql)).toEqual({
      ...{ partitions: 8, changingSince: null, formerBytes: expect.any(Number) },
    });
    expect(await verifyBooks(sql)).toEqual([]);
    expect(await wrongStatistics(sql, "ledger_entry")).toEqual([]);
    expect(await partitionLedger(database.url)).toBe("already");
    expect(await dropFormerLedger(database.url)).toBe(true);
    expect(await dropFormerLedger(database.url)).toBe(false);
    await sell(database, workers[0] as Sql, some(20));
    const later = { clockMs: Date.now() + 7_200_000 };
    expect(await writeHeads(sql, later)).not.toEqual([]);
    expect(await writeDays(sql, later)).toBeGreaterThan(0);
    expect(await verifyBooks(sql)).toEqual([]);
    // A look-up by ID or by source finds its entry by the first column.
    const firsts = await sql`
      select pg_get_indexdef(indexrelid, 1, true) as first from pg_index where indrelid = 'ledger_entry'::regclass and indisunique order by 1`;
    expect(firsts.map(({ first }) => first)).toEqual(["id", "member", "source_id"]);
    const names = ["ledger_entry", "ledger_entry_0"];
    const rights = await sql`
      select t.name, r.right, has_table_privilege('rewards_worker', t.name, r.right) as has
      from unnest(${names}::text[]) t(name), unnest('{select,insert,update,delete,truncate}'::text[]) r("right")
      where has_table_privilege('rewards_worker', t.name, r.right)`;
    expect(rights.map(({ name, right }) => `${right} ${name}`)).toEqual(["select ledger_entry", "insert ledger_entry"]);
  });

  test("reads no entry in the exchange, and postings that waited for it go on, on old and new connections", async () => {
    const shop = await openShop(held.sql, 4);
    const pools = times(4, () => held.openPool(1, held.urlFor("worker")));
    /** Each of another member, so that they wait for the table alone. */
    const use = (index: number) => sell(held, pools[index] as Sql, [shop.newSale(index)]);
    await Promise.all([use(0), use(1)]);
    const stop = new Error("stop");
    const progress = (text: string) => {
      if (text.startsWith("Exchanging")) throw stop;
    };
    await expect(partitionLedger(held.url, { partitions: 4, progress })).rejects.toBe(stop);
    await Promise.all([use(0), use(1)]);
    const posting: Promise<void>[] = [];
    await withPartitions(held.url, ({ within }) =>
      within(async (tx) => {
        await exchangeLedger(tx, (await copyingTrigger(tx, ledgerChange)) ?? "");
        const [reads] = await tx`
          select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as scans from pg_stat_xact_user_tables where relname like 'ledger_entry%'`;
        expect(reads).toEqual({ scans: 0 });
        posting.push(use(0), use(2));
        await untilWaiting(held.sql, 2);
      }),
    );
    await Promise.all(posting);
    await Promise.all([use(0), use(1), use(2), use(3)]);
    expect(await counts(held.sql)).toMatchObject({ sales: 10, entries: 10 });
    expect(await verifyBooks(held.sql)).toEqual([]);
  });
});
