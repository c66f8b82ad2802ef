import { parseServerUrl, readTls, type ServerHost, type Tracing } from "@rewards/runtime";
import postgres from "postgres";
import { watchConnections, watchRefusals } from "./connection.watch.ts";

const portDefault = 5_432;

const portOf = ({ port }: ServerHost) => port ?? portDefault;

/** The driver takes lists; its types name one host only. */
const asOne = (lists: { host: string[]; port: number[] }) => lists as unknown as { host: string; port: number };

export type ServerRole = "primary" | "standby";

/**
 * The driver's options for a server of this role, of a URL that may name several hosts. The driver tries the hosts one
 * after the other, beginning with the one that served last, and refuses another role with `CONNECTION_UNFIT`. It learns
 * the role from the server's greeting. `read-write` would not do for the primary: the driver accepts a standby for that.
 * `prefer-standby` would not do for a standby: it also takes a server that was promoted and has another history.
 */
export function serverOptions(url: string, role: ServerRole) {
  const { url: plainUrl, tls } = readTls(url);
  const server = parseServerUrl(plainUrl);
  const common = { ssl: tls, target_session_attrs: role } as const;
  if (server === undefined || server.hosts.length === 1) return { url: plainUrl, options: common };
  const { hosts } = server;
  return {
    url: server.url.href,
    options: { ...common, ...asOne({ host: hosts.map(({ host }) => host), port: hosts.map(portOf) }) },
  };
}

/** For each host of the URL. A host that is gone does not even refuse, and the next one may serve. */
const connectWaitSeconds = 3;
const reconnectWaitSecondsMax = 0.5;

/** The driver's default waits grow to twenty seconds, longer than a shutdown may take. */
function reconnectWaitSeconds(attempts: number): number {
  return Math.min(0.05 * 2 ** attempts, reconnectWaitSecondsMax);
}

/** Settings of a session, by their Postgres names. */
interface SessionSettings {
  readonly application_name: string;
  /** Ms; the deadline on the client side follows from it. */
  readonly statement_timeout: number;
  readonly [name: string]: string | number;
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly session: SessionSettings;
  readonly types?: Record<string, postgres.PostgresType>;
  /** `primary` by default. */
  readonly role?: ServerRole;
}

export interface Pool {
  readonly sql: postgres.Sql;
  /** Running statements fail after `waitSeconds`. */
  close(waitSeconds: number): Promise<void>;
}

/**
 * The `transaction_timeout` (ms; Postgres 17 and newer) of sessions whose statements may take `statementMs`. No other
 * limit ends a session that waits for its client between two slices of a cursor. Without it, a session whose connection
 * went silent there keeps its locks until the system gives up the connection, and a change of the table waits for them,
 * with every sale behind it.
 */
export const transactionMsMax = (statementMs: number) => 2 * statementMs;

/** Postgres gives up a client that has silently disappeared after 30 s; the systems' default is two hours. */
const keepalives = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 } as const;

/** As durable as `on`, and also waits until synchronous replicas have applied the commit. */
const strongestCommit = "remote_apply";

/**
 * Opens a pool, which connects on first use. It ends a connection that stays silent for longer than a statement may
 * take, and connections to a server that refuses writes. A commit is on disk before it is answered,
 * regardless of the settings of server, database, role and URL.
 */
export function openPool({ url, max, session: settings, types = {}, role = "primary" }: PoolOptions): Pool {
  const server = serverOptions(url, role);
  const session = { ...keepalives, ...settings };
  const sql = postgres(server.url, {
    ...server.options,
    types,
    max,
    connect_timeout: connectWaitSeconds,
    backoff: reconnectWaitSeconds,
    connection: session,
    onnotice: () => undefined,
  });
  holdSession(sql.options.connection, session);
  const unwatch = watchConnections(sql, session.statement_timeout);
  watchRefusals(sql);
  return {
    sql,
    async close(waitSeconds) {
      await sql.end({ timeout: waitSeconds });
      unwatch();
    },
  };
}

/** The driver prefers the URL's settings, but our guarantees and deadlines need ours. Only the URL's name is kept. */
function holdSession(connection: Record<string, unknown>, { application_name, ...held }: SessionSettings): void {
  const isStronger = connection["synchronous_commit"] === strongestCommit;
  Object.assign(connection, held, { synchronous_commit: isStronger ? strongestCommit : "on" });
}

/** A statement of the driver. */
interface Query extends Promise<unknown> {
  readonly executed: boolean;
  /** What was sent, once it was. Values are parameters, so the text has none. */
  readonly statement: { readonly string?: string } | null;
  handle(): unknown;
}

const textMax = 1_000;

/**
 * From now on, each statement that this process sends within a span has a span too. It wraps the driver's one method
 * through which every statement passes. A process without tracing never calls this.
 */
export function traceStatements(tracing: Tracing): void {
  const unused = postgres({ max: 1 });
  const proto = Object.getPrototypeOf(unused``) as Query;
  const { handle } = proto;
  proto.handle = function (this: Query) {
    const cause = this.executed ? undefined : tracing.current();
    if (cause) {
      const attributes = { "db.system.name": "postgresql" };
      const span = tracing.start("postgres", { kind: "client", parent: cause.traceparent, attributes });
      const end = (error?: unknown) =>
        span.end({ "db.query.text": this.statement?.string?.replace(/\s+/g, " ").slice(0, textMax) ?? "" }, error);
      // Not the query's own `then`, which would come back here.
      Promise.prototype.then.call(this, () => end(), end);
    }
    return handle.call(this);
  };
}
