import { openMetrics } from "@rewards/metrics";
import { refuseUnsupportedServer } from "@rewards/operations";
import {
  consoleSettings,
  createLogger,
  createShutdown,
  loadConfig,
  notifyReady,
  providerOf,
  redirectConsole,
  refuseOpenConsole,
  refuseOpenMetrics,
  replicaOf,
  runMain,
} from "@rewards/runtime";
import { startConsole } from "./console.ts";

await runMain("console", async () => {
  const config = loadConfig(consoleSettings, process.env);
  refuseOpenConsole(config);
  refuseOpenMetrics(config);
  const provider = providerOf(config);
  const logger = createLogger({ name: "console", level: config.LOG_LEVEL });
  redirectConsole(logger);
  await refuseUnsupportedServer(config.DATABASE_URL);
  const shutdown = createShutdown({ logger });
  const measured = await openMetrics(config);
  const { url, warm } = await startConsole(
    {
      databaseUrl: config.DATABASE_URL,
      replica: replicaOf(config),
      queueUrl: config.QUEUE_URL,
      host: config.CONSOLE_HOST,
      port: config.CONSOLE_PORT,
      publicUrl: config.CONSOLE_URL,
      apiUrl: config.REWARDS_URL,
      proxies: config.CONSOLE_PROXIES,
      isAuthRequired: config.AUTH === "required",
      traceUrl: config.CONSOLE_TRACE_URL,
      areCodesRequired: config.CONSOLE_CODES === "required",
      personalKeys: config.PERSONAL_DATA_KEYS,
      metrics: measured?.metrics,
      provider,
      logger,
    },
    shutdown,
  );
  if (measured) shutdown.add("metrics", () => measured.close());
  shutdown.listen();
  logger.info({ url }, "console listens");
  await warm;
  notifyReady({ url, metricsUrl: measured?.url });
});
