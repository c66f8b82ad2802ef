/**
 * The worker of peer B, competent: one job and one transaction per sale, with prepared statements in five round trips.
 */
import postgres from "postgres";
import { queueWorkerVars, runProcess } from "../shared/process.ts";
import { postSale } from "../shared/sale.post.ts";
import { startSaleWorker } from "../shared/sale.queue.ts";

const poolMax = 20;

await runProcess("competent-worker", process.env, queueWorkerVars, async (config, shutdown) => {
  const sql = postgres(config.DATABASE_URL, { max: poolMax });
  const worker = await startSaleWorker(config.QUEUE_URL, (id) => postSale(sql, id));
  shutdown.add("worker", () => worker.close());
  shutdown.add("database", () => sql.end());
  return undefined;
});
