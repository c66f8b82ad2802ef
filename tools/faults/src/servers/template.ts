import { openTemplate } from "@rewards/lab/database";
import postgres from "postgres";
import { fillShop } from "./shop.fill.ts";
import { suiteSession, watchDatabase } from "./watch.ts";

const name = "rewards_faults";

/** The database that every round begins with a copy of: the product's schema, the shop, and the suite's own watch. */
export async function openRoundTemplate(serverUrl: string): Promise<string> {
  await openTemplate(serverUrl, name, async (url) => {
    await fillShop(url);
    const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: suiteSession } });
    await watchDatabase(sql).finally(() => sql.end());
  });
  return name;
}
