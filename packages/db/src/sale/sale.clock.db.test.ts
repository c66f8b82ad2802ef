import { store } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newSale, newStore } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";

const database = await openTestDatabase();
const { sql } = database;
const shop = await openShop(sql, 1);

test("a sale from a till whose clock is ahead earns, its note says so, and it is counted by store", async () => {
  const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const sold = [minutesAhead(-9), minutesAhead(4), minutesAhead(9), minutesAhead(1_440), "9999-12-31T00:00:00Z"];
  const [member = ""] = shop.members;
  const ids = await insertSales(
    sql,
    sold.map((SaleDateTime) => newSale({ member, store: shop.store, product: shop.product, more: { SaleDateTime } })),
  );
  const settlement = await processSales(ids, { database, catalogue: createCatalogueCache(sql) });
  expect(settlement.tillFaults).toEqual(new Map([[`clock_ahead ${shop.store}`, 3]]));
  const rows = await sql`select confirmation_note as note from sale where id = any(${ids}::uuid[]) order by id`;
  const ahead = expect.stringMatching(/^The till's clock is ahead: /);
  expect(rows.map(({ note }) => note)).toEqual(["", "", ahead, ahead, ahead]);
  expect(await balancesOf(sql, shop.memberIds)).toEqual([50]);
});

test("its note says that after what it says of the store and the lines, and the books add up", async () => {
  const closed = newStore(undefined, { IsParticipating: false });
  await insertAll(sql, store, [closed]);
  const sell = (at: string, ...codes: string[]) =>
    newSale({
      ...{ member: shop.members[0] as string, store: at, product: shop.product },
      more: {
        SaleDateTime: "9999-12-31T00:00:00Z",
        SaleItems: codes.map((ProductCode) => ({ ProductCode, Quantity: 1, TotalAmount: 10 })),
      },
    });
  const ids = await insertSales(sql, [
    sell(keyOf(closed, "StoreCode"), shop.product),
    sell(shop.store, shop.product, "unheard-of"),
    sell(shop.store, "unheard-of"),
  ]);
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) });
  const rows = await sql`select confirmation_note as note from sale where id = any(${ids}::uuid[]) order by id`;
  expect(rows.map(({ note }) => note)).toEqual([
    expect.stringMatching(/^The store does not participate: nothing earned\. The till's clock is ahead: /),
    expect.stringMatching(/^Nothing earned for unknown product unheard-of\. The till's clock is ahead: /),
    expect.stringMatching(/^Nothing earned for unknown product unheard-of\. The till's clock is ahead: /),
  ]);
  expect(await balancesOf(sql, shop.memberIds)).toEqual([60]);
  expect(await verifyBooks(sql)).toEqual([]);
});
