import { member, type ObjectDefinition, product, store } from "@rewards/domain";
import { withSql } from "@rewards/lab/database";
import { insertRecords } from "@rewards/lab/shop";

/** The initial records of every run: a store, some products, and members M0, M1 … of the default programme. */
export const storeCode = "S";
export const productCount = 20;

/** Of the n-th product. */
export const factsOf = (n: number) => ({ Category: `C${n % 4}`, Brand: `B${n % 5}` });

export function openShop(databaseUrl: string, members: number): Promise<void> {
  return withSql(databaseUrl, async (sql) => {
    const insert = (definition: ObjectDefinition, count: number, contentOf: (n: number) => Record<string, unknown>) => {
      const records = Array.from({ length: count }, (_, n) => ({ content: contentOf(n) }));
      return insertRecords(sql, definition, "bench", records);
    };
    await insert(store, 1, () => ({ StoreCode: storeCode, Name: "Store" }));
    const productOf = (n: number) => ({ ...factsOf(n), ProductCode: `P${n}`, Name: `Product ${n}` });
    await insert(product, productCount, productOf);
    const memberOf = (n: number) => ({ ExternalID: `M${n}`, FullName: `Member ${n}`, ProgramBusinessID: "REWARDS" });
    await insert(member, members, memberOf);
  });
}
