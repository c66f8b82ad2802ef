import { migrateDatabase } from "@rewards/db";
import { createTemplate } from "@rewards/embedded";
import { migrateQueue } from "@rewards/queue";
import postgres from "postgres";
import { fillShop } from "./shop.fill.ts";
import { suiteSession, watchDatabase } from "./watch.ts";

const name = "rewards_faults";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The database that every round begins with a copy of: the product's schema, the shop, and the suite's own watch. */
export async function openTemplate(serverUrl: string): Promise<string> {
  await createTemplate(serverUrl, name, async (url) => {
    await migrateDatabase(url);
    await migrateQueue(url, silent);
    await fillShop(url);
    const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: suiteSession } });
    await watchDatabase(sql).finally(() => sql.end());
  });
  return name;
}
