import { availableParallelism } from "node:os";
import { z } from "zod";
import { personalKeysVar } from "./personal-keys.ts";
import {
  claimVar,
  clientSecretVar,
  hostNamesVar,
  hostVar,
  integerVar,
  jwksUrlVar,
  logLevelVar,
  networksVar,
  operatorTokenVar,
  originsVar,
  originVar,
  otlpUrlVar,
  pathVar,
  portVar,
  postgresUrlVar,
  providerVar,
  queueUrlVar,
  scopesVar,
  secondsVar,
  traceUrlVar,
} from "./variables.ts";

/** A limit of one caller or member; 0 for none. */
const callerMaxVar = integerVar({ min: 0, max: 1_000_000_000_000 });
const authVar = z.enum(["none", "required"], { error: "expected none or required" }).default("none");
const authNoneVar = z.enum(["yes", "no"], { error: "expected yes or no" }).default("no");
const proxiesVar = integerVar({ min: 0, max: 5 }).default(0);
const poolMaxVar = integerVar({ min: 2, max: 200 });
/** One core stays free for creates: with two threads on two cores, wide views delayed sales by up to 140 ms, with one by 76. */
const viewThreadsDefault = Math.max(1, Math.min(2, availableParallelism() - 1));

/** 5 s, 5 min, half an hour, then 2, 5, 10, 14, 20 and 24 hours. */
const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const replicaSettings = {
  /** Standbys that answer reads. Without it, the primary answers them. */
  DATABASE_READ_URL: postgresUrlVar.optional(),
  /** A replica that lags more answers no reads. */
  DATABASE_READ_LAG_MS_MAX: integerVar({ min: 1_000, max: 600_000 }).default(10_000),
};

const traceSettings = {
  /** Where the process sends traces; nowhere if unset. The exporter reads headers and sampler from the environment. */
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrlVar.optional(),
};

const metricsSettings = {
  /** Where the process answers /metrics; nowhere if unset. */
  METRICS_PORT: portVar.optional(),
  METRICS_HOST: hostVar.default("127.0.0.1"),
  /** What scrapers must send. Needed beyond loopback. */
  METRICS_TOKEN: operatorTokenVar.optional(),
};

/**
 * The settings of each process, by the names of their environment variables. They are kept here because `start`
 * and `demo` check them too, before they start a server.
 */
export const apiSettings = z.object({
  DATABASE_URL: postgresUrlVar,
  ...replicaSettings,
  QUEUE_URL: queueUrlVar,
  HOST: hostVar.default("127.0.0.1"),
  PORT: portVar.default(3000),
  /** Further names that callers may use for the service. */
  HOSTS: hostNamesVar.optional(),
  /** How many proxies in front of it add the caller's address to X-Forwarded-For. */
  PROXIES: proxiesVar,
  /** The origins whose pages may call. */
  CORS_ORIGINS: originsVar.optional(),
  LOG_LEVEL: logLevelVar.default("info"),
  BODY_BYTES_MAX: integerVar({ min: 1_024, max: 104_857_600 }).default(1_048_576),
  /** How long 95 of 100 tills may wait for their commit while an import runs; it rests as long as they wait for longer. */
  BULK_TILL_MS: integerVar({ min: 1, max: 10_000 }).default(25),
  DATABASE_POOL_MAX: poolMaxVar.default(10),
  /** Connections of all addresses together; one address may have half of them. */
  CONNECTIONS_MAX: integerVar({ min: 10, max: 1_000_000 }).default(10_000),
  /** Requests of one address that have no answer yet. */
  ADDRESS_REQUESTS_MAX: integerVar({ min: 1, max: 1_000_000 }).default(4_000),
  /** How long a caller may take to read an answer. */
  ANSWER_MS_MAX: integerVar({ min: 1_000, max: 600_000 }).default(30_000),
  /** A longer grace would leave no time to answer in order before the process must have ended. */
  STOP_GRACE_MS: integerVar({ min: 0, max: 6_000 }).default(5_000),
  /** A data view, from its arrival to its answer. */
  VIEW_MS_MAX: integerVar({ min: 100, max: 60_000 }).default(10_000),
  /** The size of the records in one answer. Records that do not fit follow by a page token. */
  VIEW_BYTES_MAX: integerVar({ min: 65_536, max: 268_435_456 }).default(16_777_216),
  /** The number of threads that reads run in, and the connections of each kind that a thread holds. */
  VIEW_THREADS_MAX: integerVar({ min: 1, max: 64 }).default(viewThreadsDefault),
  VIEW_POOL_MAX: integerVar({ min: 1, max: 64 }).default(3),
  /** Admits operators at /ops. Clients with the rights of operators need no such token. */
  OPERATOR_TOKEN: operatorTokenVar.optional(),
  ...metricsSettings,
  ...traceSettings,
  /** The keys that encrypt personal data; without them it is stored in clear. */
  PERSONAL_DATA_KEYS: personalKeysVar.optional(),
  /** The API's calls are served under this path too. */
  EXTRA_API_ROOT: pathVar.optional(),
  /** Where browsers reach the console, for the page at /. */
  CONSOLE_URL: originVar.optional(),
  /** Whether callers need a credential. */
  AUTH: authVar,
  /** `yes` if the operator vouches that only trusted callers reach an API with AUTH=none beyond loopback. */
  AUTH_NONE_ON_PUBLIC: authNoneVar,
  /** Limits of a client: calls a minute, unanswered calls, bytes of bodies, time of reads, unknown voucher codes. */
  CLIENT_CALLS_MAX: callerMaxVar.default(60_000),
  CLIENT_REQUESTS_MAX: callerMaxVar.default(2_000),
  CLIENT_BODY_BYTES_MAX: callerMaxVar.default(268_435_456),
  CLIENT_READ_MS_MAX: callerMaxVar.default(120_000),
  CLIENT_VOUCHER_MISSES_MAX: callerMaxVar.default(60),
  /** The same of an address. None by default: the tills of a shop, or all callers behind a proxy, share one. */
  ADDRESS_CALLS_MAX: callerMaxVar.default(0),
  ADDRESS_BODY_BYTES_MAX: callerMaxVar.default(0),
  ADDRESS_READ_MS_MAX: callerMaxVar.default(0),
  ADDRESS_VOUCHER_MISSES_MAX: callerMaxVar.default(0),
  /** The keys of an outside issuer, whose tokens are accepted too. Set the issuer and the audience with them. */
  AUTH_JWKS_URL: jwksUrlVar.optional(),
  /** `iss` and `aud` of its tokens, and the claim with the rights. */
  AUTH_ISSUER: claimVar.optional(),
  AUTH_AUDIENCE: claimVar.optional(),
  AUTH_RIGHTS_CLAIM: claimVar.default("scope"),
});

export const workerSettings = z.object({
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
  LOG_LEVEL: logLevelVar.default("info"),
  HOST: hostVar.default("127.0.0.1"),
  /** Whether the leader of recovery posts what is pending while no worker reaches the queue. */
  POST_WITHOUT_QUEUE: z.enum(["yes", "no"], { error: "expected yes or no" }).default("yes"),
  /** Posted records that the log names in a second; 0 for none. */
  LOG_POSTED_MAX: integerVar({ min: 0, max: 1_000 }).default(10),
  /** Where the worker answers /livez and /readyz; nowhere if unset. */
  HEALTH_PORT: portVar.optional(),
  ...metricsSettings,
  ...traceSettings,
  DATABASE_POOL_MAX: poolMaxVar.default(6),
  /** Redemptions that one member may complete within an hour and within a day; 0 for no limit. */
  MEMBER_REDEMPTIONS_HOUR_MAX: callerMaxVar.default(0),
  MEMBER_REDEMPTIONS_DAY_MAX: callerMaxVar.default(0),
  /** How long events are kept, in days: longer than the retries of a webhook take. */
  EVENT_RETENTION_DAYS: integerVar({ min: 4, max: 400 }).default(7),
  /** For how long the audit keeps entries that concern nothing in force. */
  AUDIT_RETENTION_DAYS: integerVar({ min: 30, max: 36_500 }).default(400),
  /** Networks that webhooks may call though they are not public, also without TLS. */
  WEBHOOK_ALLOWED_NETWORKS: networksVar.default([]),
  /** How long after each failed attempt the next one follows. After the last one, the event is set aside. */
  WEBHOOK_RETRY_SECONDS: secondsVar.default(webhookRetrySeconds),
});

export const consoleSettings = z.object({
  DATABASE_URL: postgresUrlVar,
  ...replicaSettings,
  /** To show the state of the queue. If unset, the console shows that the queue was not asked. */
  QUEUE_URL: queueUrlVar.optional(),
  CONSOLE_HOST: hostVar.default("127.0.0.1"),
  CONSOLE_PORT: portVar.default(3030),
  /** Where browsers reach it. With https:, its cookies are for TLS only. */
  CONSOLE_URL: originVar.optional(),
  /** The API, which it calls for its users. */
  REWARDS_URL: originVar.default("http://127.0.0.1:3000"),
  /** How many proxies in front of it add the caller's address to X-Forwarded-For. */
  CONSOLE_PROXIES: proxiesVar,
  /** Whether every user needs one-time codes. */
  CONSOLE_CODES: z.enum(["optional", "required"], { error: "expected optional or required" }).default("optional"),
  /** The page of a trace in a tracing UI, which traces of sales link to. */
  CONSOLE_TRACE_URL: traceUrlVar.optional(),
  ...metricsSettings,
  LOG_LEVEL: logLevelVar.default("info"),
  AUTH: authVar,
  AUTH_NONE_ON_PUBLIC: authNoneVar,
  /** The keys that decrypt personal data. */
  PERSONAL_DATA_KEYS: personalKeysVar.optional(),
  /** An identity provider, through which users may log in. Set the console's ID and secret there with it. */
  CONSOLE_OIDC_ISSUER: providerVar.optional(),
  CONSOLE_OIDC_CLIENT_ID: claimVar.optional(),
  CONSOLE_OIDC_CLIENT_SECRET: clientSecretVar.optional(),
  /** The claim that names a user. */
  CONSOLE_OIDC_CLAIM: claimVar.default("email"),
  CONSOLE_OIDC_SCOPES: scopesVar.default("openid email profile"),
});

/**
 * The settings of a service that runs on this machine: those of its API, its workers and its console. It starts embedded
 * servers for URLs that are not set, and chooses ports that are not set.
 */
export const serviceSettings = z.object({
  ...workerSettings.shape,
  ...consoleSettings.shape,
  ...apiSettings.shape,
  DATABASE_URL: postgresUrlVar.optional(),
  QUEUE_URL: queueUrlVar.optional(),
  PORT: portVar.optional(),
  CONSOLE_PORT: portVar.optional(),
  /** The folder for data and log. */
  DATA_DIR: z.string().optional(),
  PATH: z.string().optional(),
});

/** Read replicas as settings name them. */
export interface ReplicaSetting {
  readonly url: string;
  /** A replica that lags more answers no reads, ms. */
  readonly lagMsMax: number;
}

/** Undefined without DATABASE_READ_URL. */
export function replicaOf(settings: z.infer<z.ZodObject<typeof replicaSettings>>): ReplicaSetting | undefined {
  const { DATABASE_READ_URL: url, DATABASE_READ_LAG_MS_MAX: lagMsMax } = settings;
  return url === undefined ? undefined : { url, lagMsMax };
}
