/** The worker of peer C, pg-boss: polling workers fetch batches of jobs; one transaction per sale, that of peer B. */
import postgres from "postgres";
import { runProcess, workerVars } from "../shared/process.ts";
import { postSale } from "../shared/sale.post.ts";
import { startBoss } from "./boss.ts";
import { startSaleWorkers } from "./sale.work.ts";

const poolMax = 20;
// The fastest of the tried settings: 1 × 50, 1 × 200, 2 × 50, 2 × 100, 4 × 50 and 8 × 20.
const workers = 1;
const batchSize = 200;
const stopMsMax = 3_000;

await runProcess("pg-boss-worker", process.env, workerVars, async (config, shutdown) => {
  const sql = postgres(config.DATABASE_URL, { max: poolMax });
  const boss = await startBoss({ connectionString: config.DATABASE_URL });
  await startSaleWorkers(boss, { workers, batchSize }, (id) => postSale(sql, id));
  shutdown.add("worker", () => boss.stop({ timeout: stopMsMax }));
  shutdown.add("database", () => sql.end());
  return undefined;
});
