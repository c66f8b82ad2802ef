import { expect, test } from "vitest";
import { freshKey, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { postSales } from "../sale/sale.commit.ts";
import { loadOpenSales } from "../sale/sale.load.ts";
import { parkSales } from "../sale/sale.park.ts";
import { createGoodsCache } from "../sale-return/sale-return.goods.ts";
import { openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop, planSales, settleSales } from "../testing/shop.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const shop = await openShop(sql, 1);

test("a return that another worker parks while this one posts it leaves nothing that waits or holds points", async () => {
  const [member = ""] = shop.members;
  const original = freshKey("sale");
  const lineOf = (sign: 1 | -1) => ({ ProductCode: shop.product, Quantity: sign, TotalAmount: sign * 10 });
  const of = { member, store: shop.store, product: "" };
  const sold = newSale({ ...of, externalId: original, more: { SaleItems: [lineOf(1)] } });
  await settleSales(sql, await insertSales(sql, [sold]));
  const back = newSale({ ...of, more: { SaleItems: [{ ...lineOf(-1), OriginalSaleExternalID: original }] } });
  const ids = await insertSales(sql, [back]);
  const [[plan], [loaded]] = await Promise.all([planSales(sql, ids), loadOpenSales(sql, ids)]);
  if (!plan || !loaded) throw new Error("the return is not open");

  // It was loaded before the original was posted, and knows nothing of it.
  const late = { key: original, untilMs: Date.now() + 60_000 };
  const hold = { ...plan.balance, points: 100_000n };
  let parked = 0;
  const rest = async () => {
    if (parked++ > 0) return;
    expect((await parkSales(database.openPool(1), [{ ...loaded, original: late, hold }])).again).toEqual([]);
    expect(await sql`select from awaiting where sale_id = ${back.id}`).toHaveLength(1);
  };
  await postSales(sql, [plan], "wait", { rest, giveWay: async () => {}, goods: createGoodsCache() });

  expect(await sql`select from awaiting where sale_id = ${back.id}`).toHaveLength(0);
  const [row] = await sql`select status from sale where id = ${back.id}`;
  expect(row?.["status"]).toBe("Resolved-Completed");
  expect(await verifyBooks(sql)).toEqual([]);
});
