import { readTls } from "@rewards/runtime";
import postgres from "postgres";
import { watchConnections } from "./connection.watch.ts";

const connectWaitSeconds = 5;
const reconnectWaitSecondsMax = 0.5;

/** The driver's own waits grow to twenty seconds, which is longer than a stop may take. */
function reconnectWaitSeconds(attempts: number): number {
  return Math.min(0.05 * 2 ** attempts, reconnectWaitSecondsMax);
}

/** Settings of a session, by their names in Postgres. */
interface SessionSettings {
  readonly application_name: string;
  /** Ms; the deadline on this side follows from it. */
  readonly statement_timeout: number;
  readonly [name: string]: string | number;
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly session: SessionSettings;
  readonly types?: Record<string, postgres.PostgresType>;
}

export interface Pool {
  readonly sql: postgres.Sql;
  /** Statements under way may take so long, then they fail. */
  close(waitSeconds: number): Promise<void>;
}

/**
 * The `transaction_timeout` (ms; Postgres 17 and newer) of sessions whose statements may take `statementMs`. No other limit
 * ends a session that waits for its client between two slices of a cursor: one whose connection fell silent there kept
 * its locks until the system gave the connection up, and a change of the table, with every sale behind it, waited as long.
 */
export const transactionMsMax = (statementMs: number) => 2 * statementMs;

/** Postgres gives up a client that is gone without a word after 30 s, where systems wait two hours. */
const keepalives = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 } as const;

/** Durable, as `on` is, and waits until synchronous replicas show the commit too. */
const strongestCommit = "remote_apply";

/**
 * Opens a pool; it connects as it is used. No connection of it stays silent for longer than a statement may take.
 * Whatever the server, its databases, roles and the URL say, a commit is on disk before it is answered.
 */
export function openPool({ url, max, session: settings, types = {} }: PoolOptions): Pool {
  const { url: plainUrl, tls } = readTls(url);
  const session = { ...keepalives, ...settings };
  const sql = postgres(plainUrl, {
    ssl: tls,
    types,
    max,
    connect_timeout: connectWaitSeconds,
    backoff: reconnectWaitSeconds,
    connection: session,
    onnotice: () => undefined,
  });
  holdSession(sql.options.connection, session);
  const unwatch = watchConnections(sql, session.statement_timeout);
  return {
    sql,
    async close(waitSeconds) {
      await sql.end({ timeout: waitSeconds });
      unwatch();
    },
  };
}

/** The driver prefers what the URL says; promises and deadlines follow from ours. Only the name may be another. */
function holdSession(connection: Record<string, unknown>, { application_name, ...held }: SessionSettings): void {
  const isStronger = connection["synchronous_commit"] === strongestCommit;
  Object.assign(connection, held, { synchronous_commit: isStronger ? strongestCommit : "on" });
}
