import {
  createLogger,
  createShutdown,
  integerVar,
  loadConfig,
  logLevelVar,
  notifyReady,
  postgresUrlVar,
  queueUrlVar,
  runMain,
} from "@rewards/runtime";
import { z } from "zod";
import { startWorker } from "./worker.ts";

const configSchema = z.object({
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
  LOG_LEVEL: logLevelVar.default("info"),
  DATABASE_POOL_MAX: integerVar({ min: 2, max: 200 }).default(6),
});

await runMain("worker", async () => {
  const config = loadConfig(configSchema, process.env);
  const logger = createLogger({ name: "worker", level: config.LOG_LEVEL });
  const shutdown = createShutdown({ logger });
  startWorker(
    { databaseUrl: config.DATABASE_URL, databasePoolMax: config.DATABASE_POOL_MAX, queueUrl: config.QUEUE_URL, logger },
    shutdown,
  );
  shutdown.listen();
  logger.info("worker started");
  notifyReady();
});
