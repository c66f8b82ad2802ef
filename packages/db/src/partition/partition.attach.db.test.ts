import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, sale } from "@rewards/domain";
import { afterAll, beforeEach, expect, test } from "vitest";
import { closedMonth, idAt, partitionMay, saleLines } from "../../../../test/src/months.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { processSales } from "../sale/sale.process.ts";
import { openTestDatabase } from "../testing/database.ts";
import { openShop } from "../testing/shop.ts";
import { attachPartition } from "./partition.attach.ts";
import { detachPartition } from "./partition.detach.ts";
import { enablePartitions } from "./partition.enable.ts";

const database = await openTestDatabase(4);
const { sql, url } = database;
const { name } = closedMonth;
await enablePartitions(url);
await partitionMay(sql);
const shop = await openShop(sql, 1);
const folder = await mkdtemp(join(tmpdir(), "rewards-archives-"));
afterAll(() => rm(folder, { recursive: true }));

/** Creates and posts a sale of May. Returns its ID. */
async function sellInMay(): Promise<string> {
  const record = { ...shop.newSale(0), id: idAt(closedMonth.at) };
  const { answers } = await insertGroup(sql, sale, [record]);
  if (answers[0] instanceof AppError) throw answers[0];
  await processSales([record.id], { database, catalogue: createCatalogueCache(sql) }, "wait");
  return record.id;
}
const partitionOf = async (id: string) =>
  (await sql<{ name: string }[]>`select tableoid::regclass::text as name from sale where id = ${id}`)[0]?.name;

beforeEach(async () => {
  await sellInMay();
  await detachPartition(url, { name, folder });
});

test("sales of a month that came while it was detached move into it when it is attached", async () => {
  const late = await sellInMay();
  expect(await partitionOf(late)).toBe("sale_default");
  await attachPartition(url, { name, folder });
  expect(await partitionOf(late)).toBe(name);
  expect(await saleLines(sql)).toHaveLength(2);
  expect(await verifyBooks(sql)).toEqual([]);
});

test("a month whose files are older than a migration gets the defaults of new columns, and lacks dropped ones", async () => {
  await sql.unsafe("alter table sale add column till text not null default 'unknown', drop column number");
  await attachPartition(url, { name, folder });
  expect(await sql`select distinct till, tableoid::regclass::text as part from sale`).toEqual([
    { till: "unknown", part: name },
  ]);
});
