import { refuseUnsupportedServer, traceStatements } from "@rewards/db";
import { openMetrics } from "@rewards/metrics";
import {
  apiSettings,
  createLogger,
  createShutdown,
  fixHeap,
  issuerOf,
  loadConfig,
  notifyReady,
  openTracing,
  redirectConsole,
  refuseOpenMetrics,
  refuseOpenService,
  replicaOf,
  runMain,
} from "@rewards/runtime";
import type { z } from "zod";
import { type ApiOptions, startApi } from "./api.ts";
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
  const { url } = await startApi({ ...optionsOf(config), metrics: measured?.metrics, tracing, logger }, shutdown);
  if (measured) shutdown.add("metrics", () => measured.close());
  if (tracing) shutdown.add("traces", () => tracing.close());
  shutdown.listen();
  logger.info({ url }, "api listens");
  notifyReady({ url, metricsUrl: measured?.url });
});

function optionsOf(config: z.infer<typeof apiSettings>): Omit<ApiOptions, "logger"> {
  return {
    databaseUrl: config.DATABASE_URL,
    replica: replicaOf(config),
    databasePoolMax: config.DATABASE_POOL_MAX,
    reads: {
      threadsMax: config.VIEW_THREADS_MAX,
      threadReadsMax: config.VIEW_POOL_MAX,
      viewMsMax: config.VIEW_MS_MAX,
      answerBytesMax: config.VIEW_BYTES_MAX,
    },
    queueUrl: config.QUEUE_URL,
    host: config.HOST,
    port: config.PORT,
    hosts: config.HOSTS,
    proxies: config.PROXIES,
    corsOrigins: config.CORS_ORIGINS,
    bodyBytesMax: config.BODY_BYTES_MAX,
    limits: {
      connectionsMax: config.CONNECTIONS_MAX,
      addressRequestsMax: config.ADDRESS_REQUESTS_MAX,
      answerMsMax: config.ANSWER_MS_MAX,
    },
    callerLimits: {
      client: {
        calls: config.CLIENT_CALLS_MAX,
        openCalls: config.CLIENT_REQUESTS_MAX,
        bodyBytes: config.CLIENT_BODY_BYTES_MAX,
        readMs: config.CLIENT_READ_MS_MAX,
        voucherMisses: config.CLIENT_VOUCHER_MISSES_MAX,
      },
      address: {
        calls: config.ADDRESS_CALLS_MAX,
        bodyBytes: config.ADDRESS_BODY_BYTES_MAX,
        readMs: config.ADDRESS_READ_MS_MAX,
        voucherMisses: config.ADDRESS_VOUCHER_MISSES_MAX,
      },
    },
    stopGraceMs: config.STOP_GRACE_MS,
    personalKeys: config.PERSONAL_DATA_KEYS,
    operatorToken: config.OPERATOR_TOKEN,
    issuer: issuerOf(config),
    isAuthRequired: config.AUTH === "required",
    extraRoot: config.EXTRA_API_ROOT,
    consoleUrl: config.CONSOLE_URL,
  };
}
