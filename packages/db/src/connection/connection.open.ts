import postgres from "postgres";
import { type ServerRole, serverOptions } from "./connection.server.ts";
import { watchConnections, watchRefusals } from "./connection.watch.ts";

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
