import { insertGroup, openDatabase } from "@rewards/db";
import { member, type ObjectDefinition, product, store } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

/** What every run finds: a store, some products, and members M0, M1 … of the programme that is always there. */
export const storeCode = "S";
export const productCount = 20;

const groupRowsMax = 1_000;

/** Fills a migrated database with the shop, by the product's own inserts. */
export async function openShop(databaseUrl: string, members: number): Promise<void> {
  const database = openDatabase({ url: databaseUrl, name: "bench-shop", poolMax: 1, viewPoolMax: 1 });
  const insert = async (definition: ObjectDefinition, contents: readonly Record<string, unknown>[]) => {
    for (let from = 0; from < contents.length; from += groupRowsMax) {
      const group = contents.slice(from, from + groupRowsMax).map((content) => ({
        id: uuidv7(),
        content: definition.content.parse(content) as Record<string, unknown>,
        user: "bench",
      }));
      await insertGroup(database.sql, definition, group);
    }
  };
  const keys = (count: number) => Array.from({ length: count }, (_, n) => n);
  await insert(store, [{ StoreCode: storeCode, Name: "Store" }]);
  await insert(
    product,
    keys(productCount).map((n) => ({ ProductCode: `P${n}`, Name: `Product ${n}` })),
  );
  await insert(
    member,
    keys(members).map((n) => ({ ExternalID: `M${n}`, FullName: `Member ${n}`, ProgramBusinessID: "REWARDS" })),
  );
  await database.close();
}
