type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that Node and the system read in every process. */
const general = [
  "NODE_ENV",
  "NODE_EXTRA_CA_CERTS",
  "NODE_OPTIONS",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "TZ",
] as const;

/** Standard variables of OpenTelemetry. */
const otel = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
] as const;

/** The settings of each process. A test compares them with docs/configuration.md. */
export const processSettings = {
  api: [
    "DATABASE_URL",
    "QUEUE_URL",
    "PORT",
    "HOST",
    "HOSTS",
    "PROXIES",
    "CORS_ORIGINS",
    "LOG_LEVEL",
    ...otel,
    "METRICS_PORT",
    "METRICS_HOST",
    "METRICS_TOKEN",
    "METRICS_TOKEN_FILE",
    "BODY_BYTES_MAX",
    "CONNECTIONS_MAX",
    "ADDRESS_REQUESTS_MAX",
    "ADDRESS_CALLS_MAX",
    "ADDRESS_BODY_BYTES_MAX",
    "ADDRESS_READ_MS_MAX",
    "ADDRESS_VOUCHER_MISSES_MAX",
    "CLIENT_CALLS_MAX",
    "CLIENT_REQUESTS_MAX",
    "CLIENT_BODY_BYTES_MAX",
    "CLIENT_READ_MS_MAX",
    "CLIENT_VOUCHER_MISSES_MAX",
    "ANSWER_MS_MAX",
    "STOP_GRACE_MS",
    "DATABASE_POOL_MAX",
    "VIEW_MS_MAX",
    "VIEW_BYTES_MAX",
    "VIEW_THREADS_MAX",
    "VIEW_POOL_MAX",
    "OPERATOR_TOKEN",
    "OPERATOR_TOKEN_FILE",
    "PERSONAL_DATA_KEYS",
    "PERSONAL_DATA_KEYS_FILE",
    "EXTRA_API_ROOT",
    "CONSOLE_URL",
    "AUTH",
    "AUTH_NONE_ON_PUBLIC",
    "AUTH_JWKS_URL",
    "AUTH_ISSUER",
    "AUTH_AUDIENCE",
    "AUTH_RIGHTS_CLAIM",
  ],
  worker: [
    "DATABASE_URL",
    "QUEUE_URL",
    "HOST",
    "LOG_LEVEL",
    "LOG_POSTED_MAX",
    ...otel,
    "METRICS_PORT",
    "METRICS_HOST",
    "METRICS_TOKEN",
    "METRICS_TOKEN_FILE",
    "DATABASE_POOL_MAX",
    "HEALTH_PORT",
    "POST_WITHOUT_QUEUE",
    "MEMBER_REDEMPTIONS_HOUR_MAX",
    "MEMBER_REDEMPTIONS_DAY_MAX",
  ],
  console: [
    "DATABASE_URL",
    "QUEUE_URL",
    "CONSOLE_PORT",
    "CONSOLE_HOST",
    "CONSOLE_URL",
    "CONSOLE_PROXIES",
    "CONSOLE_CODES",
    "CONSOLE_TRACE_URL",
    "LOG_LEVEL",
    "METRICS_PORT",
    "METRICS_HOST",
    "METRICS_TOKEN",
    "METRICS_TOKEN_FILE",
    "AUTH",
    "AUTH_NONE_ON_PUBLIC",
    "PERSONAL_DATA_KEYS",
    "PERSONAL_DATA_KEYS_FILE",
    "CONSOLE_OIDC_ISSUER",
    "CONSOLE_OIDC_CLIENT_ID",
    "CONSOLE_OIDC_CLIENT_SECRET",
    "CONSOLE_OIDC_CLIENT_SECRET_FILE",
    "CONSOLE_OIDC_CLAIM",
    "CONSOLE_OIDC_SCOPES",
  ],
} as const;

export type ProcessKind = keyof typeof processSettings;

/** The part of the service's environment that a process gets: no secret of the shell or of another process. */
export function environmentOf(kind: ProcessKind, env: Environment): Environment {
  const names: readonly string[] = [...general, ...processSettings[kind]];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
