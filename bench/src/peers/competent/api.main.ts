/**
 * Peer B, competent: peer A by people who know their database. Every statement is prepared, what a sale needs is read by
 * one join, and writes of a transaction are sent together; still one insert, one job and one transaction a sale.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { queueApiVars, runProcess } from "../shared/process.ts";
import { createSaleApp, listen } from "../shared/sale.app.ts";
import { openSaleQueue } from "../shared/sale.queue.ts";
import { createAccept } from "./sale.insert.ts";

const poolMax = 10;

await runProcess("competent-api", process.env, queueApiVars, async (config, shutdown) => {
  const client = postgres(config.DATABASE_URL, { max: poolMax });
  const queue = await openSaleQueue(config.QUEUE_URL);
  const accept = createAccept(drizzle({ client }), queue.enqueue);
  const url = await listen(createSaleApp(accept), config.PORT, shutdown);
  shutdown.add("queue", () => queue.close());
  shutdown.add("database", () => client.end());
  return url;
});
