import {
  type Author,
  auditRefusal,
  createPersonalKeys,
  type Database,
  openDatabase,
  type PersonalKeys,
  type Sql,
} from "@rewards/db";
import type { Metrics } from "@rewards/metrics";
import {
  consoleRole,
  describeMissingRights,
  describeOldSchema,
  readSchema,
  remedyOf,
  unreadableSchema,
  watchRights,
} from "@rewards/operations";
import { openBoardQueues } from "@rewards/queue";
import {
  createHttpCounts,
  createReadiness,
  createRefusalReport,
  createThrottle,
  endsWithin,
  type Logger,
  type PersonalKeySetting,
  type ProviderSettings,
  type ReplicaSetting,
  type Shutdown,
} from "@rewards/runtime";
import { createApi } from "./api/api.ts";
import { createApp } from "./app.tsx";
import { createRulePreview } from "./earning-rule/rule.preview.ts";
import { createPageGate } from "./entrance.ts";
import { warmUpSearch } from "./find/find.run.ts";
import { createAttempts, userAttemptsMax } from "./login/login.attempts.ts";
import { createLogin } from "./login/login.ts";
import { exposeConsole } from "./metrics.ts";
import { createChartCache, createLive } from "./overview/overview.live.ts";
import { createStatusLook } from "./overview/overview.look.ts";
import { createZoneLook } from "./page/zone.ts";
import { createProviderLogin } from "./provider/provider.login.ts";
import { createProvider } from "./provider/provider.ts";
import { queueNames, silent } from "./queue/queue.board.tsx";
import { openReplica, type ReadRecords } from "./replica.ts";
import { type Listening, listen } from "./server.ts";
import { createViews } from "./views.ts";

export interface ConsoleOptions {
  readonly databaseUrl: string;
  /** Standbys that pages are read from; without them, from the primary. */
  readonly replica?: ReplicaSetting | undefined;
  /** For the state of the queue; without it the console shows that it was not asked. */
  readonly queueUrl: string | undefined;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  /** Where browsers reach the console, if a proxy is in front of it. With `https:`, cookies are for TLS only. */
  readonly publicUrl?: string | undefined;
  /** Where the API listens. */
  readonly apiUrl: string;
  /** How many proxies in front of it add the caller's address to X-Forwarded-For. */
  readonly proxies?: number;
  /** Whether users log in. Otherwise everybody is an operator with every right. */
  readonly isAuthRequired: boolean;
  /** See `CONSOLE_TRACE_URL`. */
  readonly traceUrl?: string | undefined;
  /** Whether users without one-time codes see no page. */
  readonly areCodesRequired?: boolean;
  /** The keys that decrypt personal data. */
  readonly personalKeys?: PersonalKeySetting | undefined;
  /** How many may watch at a time. */
  readonly streamsMax?: number;
  /** An identity provider, through which users may log in too. */
  readonly provider?: ProviderSettings | undefined;
  /** See LoginOptions. */
  readonly passwordCost?: number;
  /** The clock by which attempts to log in are forgotten, ms. */
  readonly nowMs?: () => number;
  /** The registry for its metrics; undefined without METRICS_PORT. */
  readonly metrics?: Metrics | undefined;
  readonly logger: Logger;
}

/** A page takes at most two connections at a time; the rest of Postgres' connections are for sales. */
const poolMax = 3;
const statementMsMax = 5_000;
/** As many as a client of the API may make in a minute. */
const guessesMax = { attemptsMax: 60, forgottenEveryMs: 1_000 };
/** All views take turns on one connection, so one of them must not keep it for long. */
const viewMsMax = 2_000;
const answersMsMax = 6_000;
/** Pages are slower while the console warms up, since they wait for the same connections. */
const warmUpMsMax = 3_000;
const databaseMsMax = 1_000;

export interface StartedConsole extends Listening {
  /** Settles when the first call of a page costs no more than others, or after `warmUpMsMax`. Never rejects. */
  readonly warm: Promise<unknown>;
}

/** Pages can be shown once the schema fits this release, and the role has its rights. */
const createPagesReadiness = (database: Database, logger: Logger) =>
  createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    async probe() {
      const schema = await readSchema(database.sql);
      if (schema === undefined) return unreadableSchema;
      // A later release may have taken rights that this one lists and no longer needs.
      if (schema.isNewer) return undefined;
      return describeOldSchema(schema) ?? (await describeMissingRights(database, consoleRole));
    },
    remedyOf,
    logger,
  });

/** Starts the console and adds its stop steps to `shutdown`. Postgres does not need to be up yet. */
export async function startConsole(options: ConsoleOptions, shutdown: Pick<Shutdown, "add">): Promise<StartedConsole> {
  const { logger, databaseUrl: url, queueUrl, isAuthRequired } = options;
  const database = openDatabase({ url, name: "rewards-console", poolMax, viewPoolMax: 1, statementMsMax, viewMsMax });
  const { sql } = database;
  const readiness = createPagesReadiness(database, logger);
  const rights = watchRights(database, consoleRole, logger);
  const boardQueues = queueUrl === undefined ? undefined : openBoardQueues(queueUrl, queueNames, silent);
  const replica = options.replica && openReplica(options.replica, { sql, statementMsMax, logger });
  const look = createStatusLook(sql, queueUrl, replica);
  const read: ReadRecords = async (work) => (await replica?.read(work)) ?? work(sql);
  const readChart = createChartCache(read);
  const live = createLive({ sql, look, readChart, streamsMax: options.streamsMax });
  const http = createHttpCounts();
  const gate = createPageGate();
  if (options.metrics) exposeConsole(options.metrics, { sql, http, gate, replica, readiness });
  const keys = createPersonalKeys(options.personalKeys);
  const views = createViews(database, keys, replica);
  const app = createApp({
    ...{ sql, queueUrl, boardQueues },
    api: createApi(sql, options.apiUrl),
    zone: createZoneLook(read),
    http,
    gate,
    readiness,
    guesses: createThrottle(guessesMax),
    ...{ views, read, replica, look, readChart, live },
    previewRule: createRulePreview(read),
    ...createLogins(sql, keys, options),
    isAuthRequired,
    areCodesRequired: options.areCodesRequired ?? false,
    traceUrl: options.traceUrl,
    entrance: { host: options.host, publicUrl: options.publicUrl, proxies: options.proxies ?? 0 },
    logger,
  });
  const server = await listen(app, options);
  // Without Postgres, the first page has to wait for it in any case.
  const warmUp = Promise.all([look().finally(look.forget), readChart("hour"), warmUpSearch({ read, views })]);
  shutdown.add("pages", async () => {
    for (const watch of [readiness, rights]) watch.stop();
    live.close();
    await server.close(answersMsMax);
  });
  shutdown.add("queue", async () => boardQueues?.close());
  shutdown.add("database", () => closeDatabases([database, replica], logger));
  return { ...server, warm: endsWithin(warmUpMsMax, warmUp).catch(() => undefined) };
}

/** The ways to log in, and the reports of what is refused, which the audit gets too. */
function createLogins(sql: Sql, keys: PersonalKeys, { provider: given, passwordCost, nowMs, logger }: ConsoleOptions) {
  const auditAs = (operation: Parameters<typeof auditRefusal>[1]) => (author: Author, detail: object) =>
    auditRefusal(sql, operation, author, detail);
  const reportRefused = createRefusalReport(logger, "log-in refused", auditAs("console.refuse"), userAttemptsMax);
  const logins = { sql, attempts: createAttempts(nowMs), reportRefused };
  const provider = given && createProvider(given, logger);
  return {
    login: createLogin({ ...logins, keys, passwordCost }),
    provider: provider && createProviderLogin({ ...logins, provider }),
    reportForbidden: createRefusalReport(logger, "missing right", auditAs("right.refuse")),
    reportSuspect: createRefusalReport(logger, "request refused", auditAs("request.refuse")),
  };
}

async function closeDatabases(
  all: readonly ({ close(): Promise<unknown> } | undefined)[],
  logger: Logger,
): Promise<void> {
  if (!(await endsWithin(databaseMsMax, Promise.all(all.map((one) => one?.close())))))
    logger.warn("stopping before the database answered: Postgres ends the open connections, and nothing is lost");
}
