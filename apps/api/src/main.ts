import { traceStatements } from "@rewards/db";
import { openMetrics } from "@rewards/metrics";
import { refuseUnsupportedServer } from "@rewards/operations";
import {
  apiSettings,
  createLogger,
  createShutdown,
  fixHeap,
  loadConfig,
  notifyReady,
  openTracing,
  redirectConsole,
  refuseOpenMetrics,
  refuseOpenService,
  runMain,
} from "@rewards/runtime";
import { startApi } from "./api.ts";
import { warnOfDescriptors } from "./server.ts";

await runMain("api", async () => {
  fixHeap();
  const config = loadConfig(apiSettings, process.env);
  refuseOpenService(config);
  refuseOpenMetrics(config);
  const logger = createLogger({ name: "api", level: config.LOG_LEVEL });
  redirectConsole(logger);
  await refuseUnsupportedServer(config.DATABASE_URL);
  const shutdown = createShutdown({ logger });
  const measured = await openMetrics(config);
  const tracing = await openTracing({ name: "api", endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger });
  if (tracing) traceStatements(tracing);
  await warnOfDescriptors(config.CONNECTIONS_MAX, logger);
  const { url } = await startApi({ config, metrics: measured?.metrics, tracing, logger }, shutdown);
  if (measured) shutdown.add("metrics", () => measured.close());
  if (tracing) shutdown.add("traces", () => tracing.close());
  shutdown.listen();
  logger.info({ url }, "api listens");
  notifyReady({ url, metricsUrl: measured?.url });
});
