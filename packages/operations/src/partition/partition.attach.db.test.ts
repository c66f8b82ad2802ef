import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sale } from "@rewards/domain";
import { afterAll, beforeEach, expect, test } from "vitest";
import { closedMonth, idAt, partitionMay, saleLines } from "../../../../test/src/months.ts";
import { times } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { wrongStatistics } from "../../../db/src/testing/statistics.ts";
import { checkArchives } from "../books/books.archives.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { attachPartition } from "./partition.attach.ts";
import { detachPartition } from "./partition.detach.ts";
import { listPartitions } from "./partition.read.ts";

const database = await openTestDatabase(4);
const { sql, url } = database;
const { name } = closedMonth;
await partitionMay(sql);
const shop = await openShop(sql, 1);
const folder = await mkdtemp(join(tmpdir(), "rewards-archives-"));
afterAll(() => rm(folder, { recursive: true }));

/** Creates and posts sales of May. Returns the ID of the first. */
async function sellInMay(sales = 1): Promise<string> {
  const records = times(sales, () => ({ ...shop.newSale(0), id: idAt(closedMonth.at) }));
  const [first = ""] = await insertAll(sql, sale, records);
  await processSales(
    records.map(({ id }) => id),
    { database, catalogue: createCatalogueCache(sql) },
    "wait",
  );
  return first;
}
const partitionOf = async (id: string) =>
  (await sql<{ name: string }[]>`select tableoid::regclass::text as name from sale where id = ${id}`)[0]?.name;

/** More than a slice. */
const soldSales = 150;

beforeEach(async () => {
  await sellInMay(soldSales);
  await detachPartition(url, { name, folder });
});

test("sales of a month that came while it was detached move into it when it is attached", async () => {
  const late = await sellInMay();
  expect(await partitionOf(late)).toBe("sale_default");
  // What a load that was ended has left.
  await sql.unsafe(`create table ${name}_loading (id uuid)`);
  await attachPartition(url, { name, folder });
  expect(await partitionOf(late)).toBe(name);
  expect(await wrongStatistics(sql, name)).toEqual([]);
  expect(await saleLines(sql)).toHaveLength(soldSales + 1);
  expect(await verifyBooks(sql)).toEqual([]);
});

test("a month whose files are older than a migration gets the defaults of new columns, and lacks dropped ones", async () => {
  await sql.unsafe("alter table sale add column till text not null default 'unknown', drop column number");
  expect(await sql.begin((tx) => checkArchives(tx, folder))).toMatchObject([{ check: "archive.file", broken: 0 }]);
  await attachPartition(url, { name, folder });
  expect(await sql`select distinct till, tableoid::regclass::text as part from sale`).toEqual([
    { till: "unknown", part: name },
  ]);
});

test("the first month, which has no lower bound, is listed without one, also while it is detached", async () => {
  const other = await openTestDatabase();
  await partitionMay(other.sql);
  await other.sql.unsafe(`
    alter table sale detach partition ${name};
    do $$ begin
      execute format('alter table sale attach partition ${name} for values from (minvalue) to (%L)', first_id_at('2026-06-01'));
    end $$`);
  const listed = async () => (await listPartitions(other.sql)).find((part) => part.name === name);
  const bounds = { from: null, to: "2026-06-01T00:00:00.000Z" };
  expect(await listed()).toMatchObject({ ...bounds, state: "attached" });
  const first = { name, folder: await mkdtemp(join(folder, "first-")) };
  await detachPartition(other.url, first);
  expect(await listed()).toMatchObject({ ...bounds, state: "archived" });
  await attachPartition(other.url, first);
  expect(await listed()).toMatchObject({ ...bounds, state: "attached" });
});
