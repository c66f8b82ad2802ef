import {
  auditRefusal,
  createViewRunner,
  type Database,
  findPendingSales,
  openDatabase,
  readQueueKeys,
} from "@rewards/db";
import { stagedNouns } from "@rewards/domain";
import type { Metrics } from "@rewards/metrics";
import { apiRole, keepMinutes, watchRights } from "@rewards/operations";
import { createEnqueuer, createProducer, type ReadKeys, remedyOfQueue } from "@rewards/queue";
import {
  type apiSettings,
  createHttpCounts,
  createPipelineCounts,
  createRefusalReport,
  endsWithin,
  issuerOf,
  type Logger,
  replicaOf,
  type Shutdown,
  type Tracing,
  watchQueue,
} from "@rewards/runtime";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { openActionPool } from "./action.pool.ts";
import { createApp } from "./app.ts";
import { admitAnybody } from "./call.ts";
import { createAuthenticator } from "./credentials/authenticate.ts";
import { createUseLog, watchCredentials } from "./credentials/credentials.ts";
import { createFailureLog } from "./errors.ts";
import { createWriteGate, heldConnectionsMax } from "./gates.ts";
import { createGateway } from "./gateway.ts";
import { openImports } from "./import/open.ts";
import { openLimits } from "./limits/limits.ts";
import { exposeApi } from "./metrics.ts";
import { watchPersonalData } from "./personal.ts";
import { openReads } from "./reader/reader.pool.ts";
import { openWaits } from "./reader/waits.ts";
import { createSalesReadiness, openReplica, watchWorkers } from "./readiness.ts";
import { type Listening, listen } from "./server.ts";
import { addStopSteps } from "./stop.ts";

export interface ApiOptions {
  readonly config: z.infer<typeof apiSettings>;
  /** See ListenOptions. */
  readonly requestMsMax?: number;
  /** The registry for its metrics; undefined without METRICS_PORT. */
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

const operatorViewsMax = 1;
const enqueueIdsBufferedMax = 200_000;
/**
 * Statement timeout of writes. A till waits for the response; writes are short and wait at most two seconds for a lock.
 */
const writeMsMax = 5_000;

/** How long a start waits for the clients, and for the keys that personal data needs. */
const lookMsMax = 2_000;

/** Opens the handlers' dependencies. Neither Postgres nor the queue needs to be up yet. */
function openService({ config, tracing, logger }: ApiOptions) {
  const { DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl, PERSONAL_DATA_KEYS: personalKeys } = config;
  const database = openDatabase({
    url: databaseUrl,
    name: "rewards-api",
    poolMax: config.DATABASE_POOL_MAX,
    viewPoolMax: operatorViewsMax,
    statementMsMax: writeMsMax,
  });
  const personal = watchPersonalData(database, personalKeys, logger);
  const standbys = replicaOf(config);
  const replica = standbys && openReplica(standbys, database, logger);
  const {
    producer,
    readiness: queueReadiness,
    logger: queueLogger,
  } = watchQueue({
    open: (quiet) => createProducer({ url: queueUrl, names: stagedNouns, logger: quiet }),
    remedyOf: remedyOfQueue,
    logger,
  });
  const readKeys: ReadKeys = (name, ids) => readQueueKeys(database.sql, name, ids);
  const enqueuer = createEnqueuer({ producer, readKeys, bufferedIdsMax: enqueueIdsBufferedMax, logger });
  const counts = createPipelineCounts();
  const minutes = keepMinutes({ sql: database.sql, counts, logger });
  const { tellPosition } = replica ?? {};
  const imports = openImports(config.BULK_TILL_MS);
  const { pace } = imports;
  const gateway = createGateway({ database, enqueuer, counts, tellPosition, pace, tracing, logger });
  const waits = openWaits((ids) => findPendingSales(database.sql, ids));
  const reading = { databaseUrl, replica, personalKeys, personal, waits, isCreating: gateway.isBusy, logger };
  const reads = openReads({ ...readLimitsOf(config), ...reading });
  replica?.watch.onOut(reads.leaveReplica);
  const readiness = createSalesReadiness(database, gateway, logger);
  const rights = watchRights(database, apiRole, logger);
  const limiting = openLimits({ config, logger, queueLogger });
  const write = createWriteGate(heldConnectionsMax(config.DATABASE_POOL_MAX));
  const actions = openActionPool({ database, personal, enqueuer, write, tellPosition });
  const workers = watchWorkers(database, logger);
  const watches = { readiness, queueReadiness, workers, rights, replica: replica?.watch };
  const http = createHttpCounts();
  const pipeline = { producer, enqueuer, counts, minutes, gateway, imports };
  return { database, personal, reads, waits, http, write, actions, limiting, ...pipeline, ...watches };
}

const readLimitsOf = (config: ApiOptions["config"]) => ({
  threadsMax: config.VIEW_THREADS_MAX,
  threadReadsMax: config.VIEW_POOL_MAX,
  viewMsMax: config.VIEW_MS_MAX,
  answerBytesMax: config.VIEW_BYTES_MAX,
});

/** Opens what identifies callers and reports refused calls. */
function openCallers({ config, logger }: ApiOptions, database: Pick<Database, "sql">) {
  const reportOf = (message: string, operation: Parameters<typeof auditRefusal>[1]) =>
    createRefusalReport(logger, message, (author, detail) => auditRefusal(database.sql, operation, author, detail));
  // Clients get tokens while no credentials are required too, so that they can send them before they must.
  const credentials = watchCredentials({ database, issuer: issuerOf(config), logger });
  const { clients, tokens, consoleCallers, lookAgain } = credentials;
  const reportWrong = reportOf("wrong client credential", "client.refuse");
  const logUse = createUseLog(logger);
  const known = { clients, tokens, consoleCallers, logUse };
  const ignoring = createAuthenticator({ ...known, lookAgain: async () => undefined, reportWrong: () => undefined });
  return {
    credentials,
    tokens,
    logUse,
    ...createAuthenticator({ ...known, lookAgain, reportWrong }),
    admitAnybody: admitAnybody(ignoring.authenticate),
    reportWrongToken: reportOf("wrong operator token", "operator.refuse"),
    reportForbidden: reportOf("missing right", "right.refuse"),
  };
}

/** Assembles the gateway and listens. Adds the stop steps to `shutdown`; the entrance stops first. */
export async function startApi(options: ApiOptions, shutdown: Pick<Shutdown, "add">): Promise<Listening> {
  const { config, requestMsMax, metrics, tracing, logger } = options;
  const isAuthRequired = config.AUTH === "required";
  const service = openService(options);
  const { database, personal, reads, waits, readiness, queueReadiness, workers, rights, limiting } = service;
  const logFailure = createFailureLog(logger);
  const { credentials, authenticate, ...callers } = openCallers(options, database);
  let stopping = false;
  const app = createApp({
    ...service,
    ...callers,
    readDb: createViewRunner(database.readDb, database.readDb, personal.keys),
    logFailure,
    write: service.write.run,
    bodyBytesMax: config.BODY_BYTES_MAX,
    operatorToken: config.OPERATOR_TOKEN,
    admitCall: limiting.admitCall,
    authenticate: isAuthRequired ? authenticate : undefined,
    extraRoot: config.EXTRA_API_ROOT,
    consoleUrl: config.CONSOLE_URL,
    newId: uuidv7,
    isStopping: () => stopping,
  });
  if (metrics) exposeApi(metrics, service);
  await reads.warmUp();
  // The first calls must find their clients, and must not store personal data in clear because a key is not known yet.
  // Without Postgres they get 503.
  const looked = isAuthRequired ? [personal.looked, credentials.looked] : [personal.looked];
  await endsWithin(lookMsMax, Promise.all(looked));
  const server = await listen({
    ...placeOf(config),
    app,
    logFailure,
    unrouted: service.http.unrouted,
    tracing,
    requestMsMax,
  });
  const onStop = () => {
    stopping = true;
    for (const watch of [waits, readiness, queueReadiness, workers, rights, personal, limiting, credentials])
      watch.stop();
  };
  addStopSteps(shutdown, { ...service, server, graceMs: config.STOP_GRACE_MS, onStop, logger });
  return server;
}

const placeOf = (config: ApiOptions["config"]) => ({
  host: config.HOST,
  port: config.PORT,
  hosts: config.HOSTS,
  proxies: config.PROXIES,
  corsOrigins: config.CORS_ORIGINS,
  limits: {
    connectionsMax: config.CONNECTIONS_MAX,
    addressRequestsMax: config.ADDRESS_REQUESTS_MAX,
    answerMsMax: config.ANSWER_MS_MAX,
  },
});
