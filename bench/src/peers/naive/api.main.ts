/**
 * Peer A, naive: what a team writes first with the same stack. A request is one drizzle insert and one BullMQ job; a job
 * is one transaction of ad-hoc drizzle queries. Library defaults throughout, with pools of a sensible size.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { queueApiVars, runProcess } from "../shared/process.ts";
import { createSaleApp, listen } from "../shared/sale.app.ts";
import { openSaleQueue } from "../shared/sale.queue.ts";
import { createAccept } from "./sale.insert.ts";

const poolMax = 10;

await runProcess("naive-api", process.env, queueApiVars, async (config, shutdown) => {
  const client = postgres(config.DATABASE_URL, { max: poolMax });
  const queue = await openSaleQueue(config.QUEUE_URL);
  const accept = createAccept(drizzle({ client }), queue.enqueue);
  const url = await listen(createSaleApp(accept), config.PORT, shutdown);
  shutdown.add("queue", () => queue.close());
  shutdown.add("database", () => client.end());
  return url;
});
