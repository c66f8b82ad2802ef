import { newSale } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import type { Database, Sql } from "../../../db/src/client.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { insertSales, type Shop } from "../../../db/src/testing/shop.ts";

/** A return that waits for its sale, and holds 12 points. */
export async function waitForSale(sql: Sql, shop: Shop) {
  const back = { ProductCode: shop.product, Quantity: -1, TotalAmount: -12.5, OriginalSaleExternalID: "not sold yet" };
  const [waiting = ""] = await insertSales(sql, [
    newSale({ member: shop.members[1] as string, store: shop.store, product: "", more: { SaleItems: [back] } }),
  ]);
  await processSales([waiting], { database: { sql } as Database, catalogue: createCatalogueCache(sql) });
  return { waiting };
}
