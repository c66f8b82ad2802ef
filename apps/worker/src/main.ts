import { refuseUnsupportedServer } from "@rewards/db";
import {
  createLogger,
  createShutdown,
  hostVar,
  integerVar,
  loadConfig,
  logLevelVar,
  notifyReady,
  portVar,
  postgresUrlVar,
  queueUrlVar,
  redirectConsole,
  runMain,
  serveHealth,
} from "@rewards/runtime";
import { z } from "zod";
import { startWorker } from "./worker.ts";

const configSchema = z.object({
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
  LOG_LEVEL: logLevelVar.default("info"),
  HOST: hostVar.default("127.0.0.1"),
  /** Where the worker answers /livez and /readyz; nowhere where unset. */
  HEALTH_PORT: portVar.optional(),
  DATABASE_POOL_MAX: integerVar({ min: 2, max: 200 }).default(6),
});

await runMain("worker", async () => {
  const config = loadConfig(configSchema, process.env);
  const logger = createLogger({ name: "worker", level: config.LOG_LEVEL });
  redirectConsole(logger);
  await refuseUnsupportedServer(config.DATABASE_URL);
  const shutdown = createShutdown({ logger });
  const look = startWorker(
    { databaseUrl: config.DATABASE_URL, databasePoolMax: config.DATABASE_POOL_MAX, queueUrl: config.QUEUE_URL, logger },
    shutdown,
  );
  if (config.HEALTH_PORT !== undefined) {
    const health = await serveHealth({ host: config.HOST, port: config.HEALTH_PORT, look });
    shutdown.add("health", () => health.close());
  }
  shutdown.listen();
  logger.info("worker started");
  notifyReady();
});
