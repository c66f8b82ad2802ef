import {
  apiRole,
  auditRefusal,
  createViewRunner,
  type Database,
  keepMinutes,
  openDatabase,
  readQueueKeys,
  watchRights,
} from "@rewards/db";
import { stagedNouns } from "@rewards/domain";
import type { Metrics } from "@rewards/metrics";
import { createEnqueuer, createProducer, type ReadKeys, remedyOfQueue } from "@rewards/queue";
import {
  createHttpCounts,
  createPipelineCounts,
  createRefusalReport,
  endsWithin,
  type IssuerSettings,
  type Logger,
  type PersonalKeySetting,
  type ReplicaSetting,
  type Shutdown,
  type Tracing,
  watchQueue,
} from "@rewards/runtime";
import { uuidv7 } from "uuidv7";
import { createApp } from "./app.ts";
import { admitAnybody } from "./call.ts";
import { createAuthenticator } from "./credentials/authenticate.ts";
import { createUseLog, watchCredentials } from "./credentials/credentials.ts";
import { createFailureLog } from "./errors.ts";
import { createWriteGate } from "./gates.ts";
import { createGateway } from "./gateway.ts";
import { type LimitOptions, openLimits } from "./limits/limits.ts";
import { exposeApi } from "./metrics.ts";
import { watchPersonalData } from "./personal.ts";
import { openReads, type ReadsOptions } from "./reader/reader.pool.ts";
import { createSalesReadiness, openReplica, watchWorkers } from "./readiness.ts";
import { type Listening, listen, type ServerLimits } from "./server.ts";
import { addStopSteps } from "./stop.ts";

export interface ApiOptions {
  readonly databaseUrl: string;
  /** Standbys that answer reads; without them, the primary does. */
  readonly replica?: ReplicaSetting | undefined;
  readonly databasePoolMax: number;
  readonly reads?: Partial<Omit<ReadsOptions, "databaseUrl" | "replica" | "personalKeys" | "personal" | "logger">>;
  /** The keys that encrypt personal data; without them it is stored in clear. */
  readonly personalKeys?: PersonalKeySetting | undefined;
  readonly queueUrl: string;
  readonly host: string;
  readonly port: number;
  /** Additional names that callers may use; see HostOptions. */
  readonly hosts?: readonly string[] | undefined;
  /** The origins whose pages may call; none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** How many proxies in front add the caller's address to X-Forwarded-For; 0 by default. */
  readonly proxies?: number;
  readonly bodyBytesMax: number;
  readonly requestMsMax?: number;
  readonly limits?: Partial<ServerLimits>;
  /** What callers may use in a minute. */
  readonly callerLimits?: LimitOptions;
  /** How long the process keeps serving after a stop signal before it closes, in ms; 0 by default. */
  readonly stopGraceMs?: number;
  /** Whether callers need a credential. */
  readonly isAuthRequired?: boolean;
  /** An outside issuer, whose tokens are accepted too. */
  readonly issuer?: IssuerSettings | undefined;
  /** For calls to /ops. Without a token and without credentials of clients, that path does not exist. */
  readonly operatorToken?: string | undefined;
  /** An additional root of the API, such as `/prweb/api/application/v2`. */
  readonly extraRoot?: string | undefined;
  /** Where browsers reach the console, for the page at /. */
  readonly consoleUrl?: string | undefined;
  /** The registry for its metrics; undefined without METRICS_PORT. */
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

const readsDefault = { threadsMax: 2, threadReadsMax: 3, viewMsMax: 10_000, answerBytesMax: 16_777_216 };
const operatorViewsMax = 1;
const enqueueIdsBufferedMax = 200_000;
/**
 * Statement timeout of writes. A till waits for the response; writes are short and wait at most two seconds for a lock.
 */
const writeMsMax = 5_000;

/** How long a start waits for the clients, and for the keys that personal data needs. */
const lookMsMax = 2_000;

/** Opens the handlers' dependencies. Neither Postgres nor the queue needs to be up yet. */
function openService({ logger, ...options }: ApiOptions) {
  const database = openDatabase({
    url: options.databaseUrl,
    name: "rewards-api",
    poolMax: options.databasePoolMax,
    viewPoolMax: operatorViewsMax,
    statementMsMax: writeMsMax,
  });
  const { databaseUrl, personalKeys } = options;
  const personal = watchPersonalData(database, personalKeys, logger);
  const replica = options.replica && openReplica(options.replica, database, logger);
  const shared = { databaseUrl, replica, personalKeys, personal, logger };
  const reads = openReads({ ...readsDefault, ...options.reads, ...shared });
  replica?.watch.onOut(reads.leaveReplica);
  const {
    producer,
    readiness: queueReadiness,
    logger: queueLogger,
  } = watchQueue({
    open: (quiet) => createProducer({ url: options.queueUrl, names: stagedNouns, logger: quiet }),
    remedyOf: remedyOfQueue,
    logger,
  });
  const readKeys: ReadKeys = (name, ids) => readQueueKeys(database.sql, name, ids);
  const enqueuer = createEnqueuer({ producer, readKeys, bufferedIdsMax: enqueueIdsBufferedMax, logger });
  const counts = createPipelineCounts();
  const minutes = keepMinutes({ sql: database.sql, counts, logger });
  const { tellPosition } = replica ?? {};
  const gateway = createGateway({ database, enqueuer, counts, tellPosition, tracing: options.tracing, logger });
  const readiness = createSalesReadiness(database, gateway, logger);
  const rights = watchRights(database, apiRole, logger);
  const { callerLimits: limits, isAuthRequired = false, bodyBytesMax, queueUrl } = options;
  const limiting = openLimits({ limits, isAuthRequired, bodyBytesMax, queueUrl, logger, queueLogger });
  const write = createWriteGate(options.databasePoolMax);
  const workers = watchWorkers(database, logger);
  const watches = { readiness, queueReadiness, workers, rights, replica: replica?.watch };
  const http = createHttpCounts();
  const pipeline = { producer, enqueuer, counts, minutes, gateway, tellPosition };
  return { database, personal, reads, http, write, limiting, ...pipeline, ...watches };
}

/** Opens what identifies callers and reports refused calls. */
function openCallers({ issuer, logger }: ApiOptions, database: Pick<Database, "sql">) {
  const reportOf = (message: string, operation: Parameters<typeof auditRefusal>[1]) =>
    createRefusalReport(logger, message, (author, detail) => auditRefusal(database.sql, operation, author, detail));
  // Clients get tokens while no credentials are required too, so that they can send them before they must.
  const credentials = watchCredentials({ database, issuer, logger });
  const { clients, tokens } = credentials;
  const reportWrong = reportOf("wrong client credential", "client.refuse");
  const logUse = createUseLog(logger);
  const ignoring = createAuthenticator({ clients, tokens, reportWrong: () => undefined, logUse });
  return {
    credentials,
    tokens,
    logUse,
    ...createAuthenticator({ clients, tokens, reportWrong, logUse }),
    admitAnybody: admitAnybody(ignoring.authenticate),
    reportWrongToken: reportOf("wrong operator token", "operator.refuse"),
    reportForbidden: reportOf("missing right", "right.refuse"),
  };
}

/** Assembles the gateway and listens. Adds the stop steps to `shutdown`; the entrance stops first. */
export async function startApi(options: ApiOptions, shutdown: Pick<Shutdown, "add">): Promise<Listening> {
  const { logger } = options;
  const service = openService(options);
  const { database, personal, reads, readiness, queueReadiness, workers, rights, limiting } = service;
  const logFailure = createFailureLog(logger);
  const { credentials, authenticate, ...callers } = openCallers(options, database);
  let stopping = false;
  const app = createApp({
    ...service,
    ...callers,
    readDb: createViewRunner(database.readDb, database.readDb, personal.keys),
    logFailure,
    write: service.write.run,
    bodyBytesMax: options.bodyBytesMax,
    operatorToken: options.operatorToken,
    admitCall: limiting.admitCall,
    authenticate: options.isAuthRequired ? authenticate : undefined,
    extraRoot: options.extraRoot,
    consoleUrl: options.consoleUrl,
    newId: uuidv7,
    isStopping: () => stopping,
  });
  if (options.metrics) exposeApi(options.metrics, service);
  await reads.warmUp();
  // The first calls must find their clients, and must not store personal data in clear because a key is not known yet.
  // Without Postgres they get 503.
  const looked = options.isAuthRequired ? [personal.looked, credentials.looked] : [personal.looked];
  await endsWithin(lookMsMax, Promise.all(looked));
  const server = await listen({ ...options, app, logFailure, unrouted: service.http.unrouted });
  const onStop = () => {
    stopping = true;
    for (const watch of [readiness, queueReadiness, workers, rights, personal, limiting, credentials]) watch.stop();
  };
  addStopSteps(shutdown, { ...service, server, graceMs: options.stopGraceMs ?? 0, onStop, logger });
  return server;
}
