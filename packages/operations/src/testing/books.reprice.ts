import { product } from "@rewards/domain";
import { keyOf, newProduct, newSale } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { repriceSales } from "../../../db/src/sale/sale.reprice.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { insertSales, planSales, type Shop } from "../../../db/src/testing/shop.ts";

/**
 * Two sales of a product that is registered afterwards, repriced: of one some goods come back, the other had earned
 * nothing.
 */
export async function repriceLate(sql: Sql, shop: Shop) {
  const [, , buyer = ""] = shop.members;
  const late = newProduct();
  const code = keyOf(late, "ProductCode");
  const line = (ProductCode: string, Quantity: number, TotalAmount: number) => ({
    ...{ ProductCode, Quantity, TotalAmount },
  });
  const sell = (items: readonly object[]) =>
    newSale({ member: buyer, store: shop.store, product: "", more: { SaleItems: items } });
  const settle = async (...sales: readonly ReturnType<typeof sell>[]) => {
    const ids = await insertSales(sql, sales);
    await postSales(sql, await planSales(sql, ids));
    return ids;
  };
  const bought = sell([line(shop.product, 1, 10), line(code, 2, 41)]);
  const only = sell([line(code, 1, 7.5)]);
  const [repriced = "", onlyRepriced = ""] = await settle(bought, only);
  await insertAll(sql, product, [late]);
  const keys = [bought, only].map((one) => keyOf(one, "ExternalID"));
  await repriceSales(sql, keys, { author: { actor: "ann" }, isDryRun: false, locks: "wait" });
  const [backOfRepriced = ""] = await settle(
    sell([{ ...line(code, -1, -20.5), OriginalSaleExternalID: keyOf(bought, "ExternalID") }]),
  );
  const adjustments = await sql<{ id: string; sale: string; member: string }[]>`
    select id, sale, member from adjustment where sale is not null`;
  const repricingOf = (sale: string) => adjustments.find((one) => one.sale === sale)?.id ?? "";
  return {
    ...{ repriced, onlyRepriced, backOfRepriced, repricedMember: adjustments[0]?.member ?? "" },
    ...{ repricing: repricingOf(repriced), onlyRepricing: repricingOf(onlyRepriced) },
  };
}
