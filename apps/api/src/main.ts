import { refuseUnsupportedServer } from "@rewards/db";
import {
  createLogger,
  createShutdown,
  hostNamesVar,
  hostVar,
  integerVar,
  loadConfig,
  logLevelVar,
  notifyReady,
  operatorTokenVar,
  originsVar,
  pathVar,
  portVar,
  postgresUrlVar,
  queueUrlVar,
  redirectConsole,
  runMain,
} from "@rewards/runtime";
import { z } from "zod";
import { startApi } from "./api.ts";
import { serverLimits } from "./server.ts";

const configSchema = z.object({
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
  HOST: hostVar.default("127.0.0.1"),
  PORT: portVar.default(3000),
  /** Further names that callers may use for the service. */
  HOSTS: hostNamesVar.optional(),
  /** The origins whose pages may call. */
  CORS_ORIGINS: originsVar.optional(),
  LOG_LEVEL: logLevelVar.default("info"),
  BODY_BYTES_MAX: integerVar({ min: 1_024, max: 104_857_600 }).default(1_048_576),
  DATABASE_POOL_MAX: integerVar({ min: 2, max: 200 }).default(10),
  CONNECTIONS_MAX: integerVar({ min: 10, max: 1_000_000 }).default(serverLimits.connectionsMax),
  ADDRESS_REQUESTS_MAX: integerVar({ min: 1, max: 1_000_000 }).default(serverLimits.addressRequestsMax),
  ANSWER_MS_MAX: integerVar({ min: 1_000, max: 600_000 }).default(serverLimits.answerMsMax),
  /** More would leave no time to answer in order before the process must have ended. */
  STOP_GRACE_MS: integerVar({ min: 0, max: 6_000 }).default(5_000),
  /** A data view, from its arrival to its answer. */
  VIEW_MS_MAX: integerVar({ min: 100, max: 60_000 }).default(10_000),
  /** Of the records in one answer; what does not fit has a page token. */
  VIEW_BYTES_MAX: integerVar({ min: 65_536, max: 268_435_456 }).default(16_777_216),
  /** Reads run in so many threads at most, each with so many connections of each kind. */
  VIEW_THREADS_MAX: integerVar({ min: 1, max: 64 }).default(2),
  VIEW_POOL_MAX: integerVar({ min: 1, max: 64 }).default(3),
  /** Lets operators in at /ops; where unset there is no such path. */
  OPERATOR_TOKEN: operatorTokenVar.optional(),
  /** The API's calls are served under this path too. */
  EXTRA_API_ROOT: pathVar.optional(),
});

await runMain("api", async () => {
  const config = loadConfig(configSchema, process.env);
  const logger = createLogger({ name: "api", level: config.LOG_LEVEL });
  redirectConsole(logger);
  await refuseUnsupportedServer(config.DATABASE_URL);
  const shutdown = createShutdown({ logger });
  const { url } = await startApi(
    {
      databaseUrl: config.DATABASE_URL,
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
      corsOrigins: config.CORS_ORIGINS,
      bodyBytesMax: config.BODY_BYTES_MAX,
      limits: {
        connectionsMax: config.CONNECTIONS_MAX,
        addressRequestsMax: config.ADDRESS_REQUESTS_MAX,
        answerMsMax: config.ANSWER_MS_MAX,
      },
      stopGraceMs: config.STOP_GRACE_MS,
      operatorToken: config.OPERATOR_TOKEN,
      extraRoot: config.EXTRA_API_ROOT,
      logger,
    },
    shutdown,
  );
  shutdown.listen();
  logger.info({ url }, "api listens");
  notifyReady(url);
});
