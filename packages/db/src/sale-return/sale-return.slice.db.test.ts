import { expect, test } from "vitest";
import { freshKey, newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processSales } from "../sale/sale.process.ts";
import { openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop } from "../testing/shop.ts";
import { createGoodsCache } from "./sale-return.goods.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const shop = await openShop(sql, 1);
const [member = ""] = shop.members;
const deps = { database, catalogue: createCatalogueCache(sql) };
const completed = "Resolved-Completed";

const line = (quantity: number, total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: quantity, TotalAmount: total },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});
const saleOf = (items: readonly object[], externalId = freshKey("sale")) =>
  newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: items } });
/** Posted sales of so many lines, one unit each. */
async function sold(count: number, lines: number): Promise<string[]> {
  const keys = times(count, () => freshKey("sold"));
  const sales = keys.map((key) =>
    saleOf(
      times(lines, () => line(1, 1)),
      key,
    ),
  );
  await processSales(await insertSales(sql, sales), deps);
  return keys;
}
const insert = async (...sales: readonly TestRecord[]) => insertSales(sql, sales);
/** A return of one unit of each of these sales. */
const backOf = (keys: readonly string[]) => saleOf(keys.map((key) => line(-1, -1, key)));

/** A lane that notes how many originals it has at hand whenever it gives way. */
function openLane() {
  const goods = createGoodsCache();
  const atHand: number[] = [];
  const giveWay = async () => void atHand.push(goods.size);
  const rests: number[] = [];
  const rest = async () => void rests.push(goods.size);
  return { lane: { giveWay, rest, goods }, atHand, rests };
}

async function statesOf(ids: readonly string[]) {
  const rows = await sql<{ id: string; status: string; note: string }[]>`
    select id, status, confirmation_note as note from sale where id = any(${[...ids]}::uuid[])`;
  return ids.map((id) => rows.find((row) => row.id === id));
}

test("a batch posts sales and small returns, and defers returns that load more than it may", async () => {
  const large = await sold(5, 500);
  const [small = ""] = await sold(1, 2);
  const [heavy = "", light = "", plain = ""] = await insert(backOf(large), backOf([small]), saleOf([line(1, 3)]));
  const { settled, deferred } = await processSales([heavy, light, plain], deps);
  expect([settled.map(({ id }) => id), deferred]).toEqual([[light, plain], [heavy]]);
  expect(await statesOf([heavy, light])).toMatchObject([
    { status: "Pending-Ready To Process" },
    { status: completed, note: "" },
  ]);
  const { lane } = openLane();
  expect(await processSales([heavy], { ...deps, lane })).toMatchObject({ settled: [{ id: heavy }], deferred: [] });
});

test("a batch defers returns of more lines than it may write", async () => {
  const [small = ""] = await sold(1, 500);
  const many = times(150, () => small);
  const ids = await insert(backOf(many), backOf([small]), backOf(many));
  const { settled, deferred } = await processSales(ids, deps);
  expect(settled.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(deferred).toEqual(ids.slice(2));
  await processSales(deferred, deps);
});

test("a lane gives way between returns and while it loads, and loads each original once", async () => {
  const keys = await sold(12, 500);
  const ids = await insert(backOf(keys), backOf(keys), backOf(keys.slice(0, 1)));
  const { lane, atHand, rests } = openLane();
  const { settled } = await processSales(ids, { ...deps, lane });
  // The smallest first. The next one loads two originals at a time, which have 1,000 lines; the third loads none.
  expect(settled.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
  expect(atHand).toEqual([1, 3, 5, 7, 9, 11, 12]);
  // Before each return is decided, and before it is written.
  expect(rests).toEqual([1, 1, 12, 12, 12, 12]);
  const [row] = await sql`
    select count(*)::int as lines, sum(quantity)::int as quantity from sale_return where return_id = any(${ids}::uuid[])`;
  expect(row).toEqual({ lines: 25, quantity: 25 });
});

test("a return that takes from more than 5,000 lines is rejected, and takes nothing", async () => {
  const keys = await sold(11, 500);
  const [id = ""] = await insert(saleOf(keys.map((key) => line(-500, -500, key))));
  const { lane } = openLane();
  const { settled } = await processSales([id], { ...deps, lane });
  expect(settled).toMatchObject([{ id, reason: "Error_Return_TooLong" }]);
  expect(await statesOf([id])).toMatchObject([
    {
      status: "Resolved-Rejected",
      note: "Error_Return_TooLong: the return takes from more than 5,000 lines of sales: send it in parts.",
    },
  ]);
  expect(await sql`select from sale_return where return_id = ${id}`).toHaveLength(0);
});
