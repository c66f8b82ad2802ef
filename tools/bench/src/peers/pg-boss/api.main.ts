/**
 * Peer C, pg-boss: the queue is in Postgres too, which saves a server. One transaction writes sale and job, the usual
 * reason to choose pg-boss; its workers fetch jobs in batches. The team's own statements are prepared, as in peer B.
 */
import postgres from "postgres";
import { apiVars, runProcess } from "../shared/process.ts";
import { createSaleApp, listen } from "../shared/sale.app.ts";
import { createQueue, startBoss } from "./boss.ts";
import { createAccept } from "./sale.insert.ts";

const poolMax = 10;
const stopMsMax = 1_000;

await runProcess("pg-boss-api", process.env, apiVars, async (config, shutdown) => {
  const sql = postgres(config.DATABASE_URL, { max: poolMax });
  // It only sends, through transactions of the pool above; the worker does the maintenance.
  const boss = await startBoss({ connectionString: config.DATABASE_URL, max: 1, supervise: false });
  await createQueue(boss);
  const url = await listen(createSaleApp(createAccept(sql, boss)), config.PORT, shutdown);
  shutdown.add("queue", () => boss.stop({ timeout: stopMsMax }));
  shutdown.add("database", () => sql.end());
  return url;
});
