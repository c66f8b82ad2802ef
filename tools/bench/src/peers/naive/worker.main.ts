/** The worker of peer A, naive: one job and one transaction per sale, twenty at a time, each with a connection. */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { queueWorkerVars, runProcess } from "../shared/process.ts";
import { startSaleWorker } from "../shared/sale.queue.ts";
import { postSale } from "./sale.post.ts";

const poolMax = 20;

await runProcess("naive-worker", process.env, queueWorkerVars, async (config, shutdown) => {
  const client = postgres(config.DATABASE_URL, { max: poolMax });
  const db = drizzle({ client });
  const worker = await startSaleWorker(config.QUEUE_URL, (id) => postSale(db, id));
  shutdown.add("worker", () => worker.close());
  shutdown.add("database", () => client.end());
  return undefined;
});
