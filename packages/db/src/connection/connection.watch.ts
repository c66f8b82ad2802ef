import type { Socket } from "node:net";
import type { Sql } from "postgres";

/** How long after a statement's time limit its answer may arrive: Postgres must notice, and the network deliver it. */
const answerMsMax = 2_000;
const sweepEveryMs = 250;

/** A connection was ended because Postgres was silent for too long. Statements sent on it may have taken effect. */
class ConnectionSilentError extends Error {
  override readonly name = "ConnectionSilentError";
  readonly code = "CONNECTION_SILENT";
}

/** A connection of a pool, as the patched driver exposes it (docs/adr/0009-driver-patch.md). */
export interface WatchedConnection {
  /** Whether Postgres owes an answer. */
  isWaiting(): boolean;
  /** Undefined (or null) before it connects and after it has closed. */
  socket(): Pick<Socket, "bytesRead"> | null | undefined;
  /** Ends the connection; waiting callers get the error. */
  lose(error: Error): void;
}

/** What was observed of a connection. Times count sweeps, so that a suspended process does not see a timeout. */
interface Sight {
  socket: ReturnType<WatchedConnection["socket"]>;
  bytesRead: number;
  readAt: number;
  waitsSince: number | undefined;
}

/**
 * Looks at every connection of a pool. Ends a connection that waits for an answer and has read nothing for `sweepsMax`
 * sweeps. Also ends the connections that have read nothing since that wait began: connections mostly die together, and
 * each would cost its next user the whole wait. An idle connection that dies alone is found by its next user.
 */
export function createSweep(connections: readonly WatchedConnection[], sweepsMax: number): () => void {
  const sights = connections.map((): Sight => ({ socket: undefined, bytesRead: 0, readAt: 0, waitsSince: undefined }));
  let now = 0;

  function look(connection: WatchedConnection, sight: Sight): void {
    const socket = connection.socket();
    const bytesRead = socket?.bytesRead ?? 0;
    const hasMoved = socket !== sight.socket || bytesRead !== sight.bytesRead;
    if (hasMoved) Object.assign(sight, { socket, bytesRead, readAt: now });
    if (!socket || !connection.isWaiting()) sight.waitsSince = undefined;
    else if (hasMoved) sight.waitsSince = now;
    else sight.waitsSince ??= now;
  }

  return () => {
    now += 1;
    let silentSince = Number.NEGATIVE_INFINITY;
    connections.forEach((connection, index) => {
      const sight = sights[index] as Sight;
      look(connection, sight);
      if (now - (sight.waitsSince ?? now) >= sweepsMax) silentSince = Math.max(silentSince, sight.waitsSince ?? now);
    });
    if (silentSince === Number.NEGATIVE_INFINITY) return;
    const suspects = connections.filter((_, index) => (sights[index] as Sight).readAt <= silentSince);
    const idle = suspects.filter((one) => !one.isWaiting() && one.socket());
    // Idle ones first: a caller whose connection is ended may retry at once, and must not get one of them.
    for (const one of idle.length > 0 ? idle : suspects)
      one.lose(new ConnectionSilentError("Postgres said nothing for too long"));
  };
}

/**
 * Gives every connection of a pool a deadline on the client side. Postgres ends a statement after `statementMsMax`, so
 * a statement without an answer some time later never gets one: the network path to Postgres is silently lost.
 * Adds no cost per statement.
 * @returns a function that ends the watch.
 */
export function watchConnections(sql: Sql, statementMsMax: number): () => void {
  const sweep = createSweep(connectionsOf(sql), Math.ceil((statementMsMax + answerMsMax) / sweepEveryMs));
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return () => clearInterval(timer);
}

/**
 * By SQLSTATE: the server takes no writes, but was the primary when the connection was opened; or a pooler lost or mixed
 * up the prepared statements of the connection.
 */
const unfit = new Set(["25006", "26000", "42P05"]);

/** The part of the patched driver that reports each refused statement before its caller. */
interface ReportingOptions {
  onrefusal?: (error: { readonly code?: string }, connection: WatchedConnection) => void;
}

/**
 * Ends a connection on which a statement was refused because of the connection itself, and the idle connections of the
 * pool too: they lead to the same server, and each would cost its next user a failed statement. New ones are opened
 * to the primary alone.
 */
export function watchRefusals(sql: Sql): void {
  const connections = connectionsOf(sql);
  (sql.options as ReportingOptions).onrefusal = (error, connection) => {
    if (error.code === undefined || !unfit.has(error.code)) return;
    for (const one of connections) if (!one.isWaiting()) one.lose(error as Error);
    connection.lose(error as Error);
  };
}

/** How many connections of a pool are open, and how many of them wait for Postgres. */
export interface ConnectionUse {
  readonly open: number;
  readonly busy: number;
  readonly max: number;
}

export function countConnections(sql: Sql): ConnectionUse {
  const connections = connectionsOf(sql);
  const open = connections.filter((one) => one.socket());
  return { open: open.length, busy: open.filter((one) => one.isWaiting()).length, max: connections.length };
}

/** The sockets of a pool. Another socket may lead to another server. */
export const socketsOf = (sql: Sql): readonly ReturnType<WatchedConnection["socket"]>[] =>
  connectionsOf(sql).map((one) => one.socket());

/** Relies on the patch of the driver, whose types do not declare `connections`. */
function connectionsOf(sql: Sql): readonly WatchedConnection[] {
  return (sql as unknown as { connections: readonly WatchedConnection[] }).connections;
}
