import { openDatabase } from "@rewards/db";
import { member, type ObjectDefinition, product, store } from "@rewards/domain";
import { insertRecords } from "@rewards/lab/shop";

/** The initial records of every run: a store, some products, and members M0, M1 … of the default programme. */
export const storeCode = "S";
export const productCount = 20;

/** Fills a migrated database with the shop. */
export async function openShop(databaseUrl: string, members: number): Promise<void> {
  const { sql, close } = openDatabase({ url: databaseUrl, name: "bench-shop", poolMax: 1, viewPoolMax: 1 });
  const insert = (definition: ObjectDefinition, count: number, contentOf: (n: number) => Record<string, unknown>) =>
    insertRecords(
      sql,
      definition,
      "bench",
      Array.from({ length: count }, (_, n) => ({ content: contentOf(n) })),
    );
  await insert(store, 1, () => ({ StoreCode: storeCode, Name: "Store" }));
  await insert(product, productCount, (n) => ({ ProductCode: `P${n}`, Name: `Product ${n}` }));
  await insert(member, members, (n) => ({
    ExternalID: `M${n}`,
    FullName: `Member ${n}`,
    ProgramBusinessID: "REWARDS",
  }));
  await close();
}
