import { product } from "@rewards/domain";
import { keyOf, newProduct, newSale, type TestRecord } from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { RowLocks } from "../lock.ts";
import { processSales } from "../sale/sale.process.ts";
import { repriceSales } from "../sale/sale.reprice.ts";
import { insertAll, type openTestDatabase } from "./database.ts";
import { balancesOf, insertSales, openShop } from "./shop.ts";

export const author = { actor: "olga" };

export const line = (code: string, quantity: number, total: number) => ({
  ...{ ProductCode: code, Quantity: quantity, TotalAmount: total },
});
type Line = ReturnType<typeof line>;

/** A shop whose sales are repriced. Each buyer is another member. */
export async function openRepricing(database: Awaited<ReturnType<typeof openTestDatabase>>) {
  const { sql } = database;
  const shop = await openShop(sql, 40);
  const deps = { database, catalogue: createCatalogueCache(sql) };
  let next = 0;

  function newBuyer() {
    const index = next++;
    const id = shop.memberIds[index] as string;
    return { key: shop.members[index] as string, id, balance: async () => (await balancesOf(sql, [id]))[0] };
  }

  const saleOf = ({ key }: { readonly key: string }, items: readonly object[], at = shop.store) =>
    newSale({ member: key, store: at, product: "", more: { SaleItems: items } });

  async function settle(...sales: readonly TestRecord[]) {
    const ids = await insertSales(sql, sales);
    await processSales(ids, deps, "wait");
    return ids;
  }

  async function sell(buyer: { readonly key: string }, ...items: readonly Line[]) {
    const one = saleOf(buyer, items);
    await settle(one);
    const key = keyOf(one, "ExternalID");
    const back = (...returned: readonly Line[]) =>
      settle(
        saleOf(
          buyer,
          returned.map((item) => ({ ...item, OriginalSaleExternalID: key })),
        ),
      );
    return { key, back };
  }

  /** @returns the product's UUID. */
  async function register(code: string, more?: Parameters<typeof newProduct>[1]): Promise<string> {
    const [id = ""] = await insertAll(sql, product, [newProduct(code, more)]);
    return id;
  }

  const reprice = (keys: readonly string[], more: { isDryRun?: boolean; locks?: RowLocks; by?: typeof sql } = {}) =>
    repriceSales(more.by ?? sql, keys, { author, isDryRun: more.isDryRun ?? false, locks: more.locks ?? "wait" });
  const outcomeOf = async (key: string) => (await reprice([key]))[0]?.outcome;

  return { shop, newBuyer, saleOf, settle, sell, register, reprice, outcomeOf };
}
