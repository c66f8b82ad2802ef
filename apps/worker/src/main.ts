import { traceStatements } from "@rewards/db";
import { openMetrics } from "@rewards/metrics";
import { refuseUnsupportedServer } from "@rewards/operations";
import {
  createLogger,
  createShutdown,
  fixHeap,
  loadConfig,
  notifyReady,
  openTracing,
  redirectConsole,
  refuseOpenMetrics,
  runMain,
  serveHealth,
  workerSettings,
} from "@rewards/runtime";
import { startWorker } from "./worker.ts";

await runMain("worker", async () => {
  fixHeap();
  const config = loadConfig(workerSettings, process.env);
  refuseOpenMetrics(config);
  const logger = createLogger({ name: "worker", level: config.LOG_LEVEL });
  redirectConsole(logger);
  await refuseUnsupportedServer(config.DATABASE_URL);
  const shutdown = createShutdown({ logger });
  const measured = await openMetrics(config);
  const tracing = await openTracing({ name: "worker", endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger });
  if (tracing) traceStatements(tracing);
  const look = startWorker(
    {
      databaseUrl: config.DATABASE_URL,
      databasePoolMax: config.DATABASE_POOL_MAX,
      queueUrl: config.QUEUE_URL,
      postsWithoutQueue: config.POST_WITHOUT_QUEUE === "yes",
      redemptionLimits: { hourMax: config.MEMBER_REDEMPTIONS_HOUR_MAX, dayMax: config.MEMBER_REDEMPTIONS_DAY_MAX },
      auditRetentionDays: config.AUDIT_RETENTION_DAYS,
      postedLogMax: config.LOG_POSTED_MAX,
      eventDaysMax: config.EVENT_RETENTION_DAYS,
      webhooks: { networks: config.WEBHOOK_ALLOWED_NETWORKS, retrySeconds: config.WEBHOOK_RETRY_SECONDS },
      metrics: measured?.metrics,
      tracing,
      logger,
    },
    shutdown,
  );
  if (config.HEALTH_PORT !== undefined) {
    const settings = { hostSetting: "HOST", portSetting: "HEALTH_PORT" };
    const health = await serveHealth({ place: { host: config.HOST, port: config.HEALTH_PORT, ...settings }, look });
    shutdown.add("health", () => health.close());
  }
  if (measured) shutdown.add("metrics", () => measured.close());
  if (tracing) shutdown.add("traces", () => tracing.close());
  shutdown.listen();
  logger.info("worker started");
  notifyReady({ metricsUrl: measured?.url });
});
