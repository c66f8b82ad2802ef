import type { Socket } from "node:net";
import type { Sql } from "postgres";

/** How much later than its own time limit a statement's answer may come: Postgres must notice, and the network bring it. */
const answerMsMax = 2_000;
const sweepEveryMs = 250;

/** A connection that was ended because Postgres had said nothing on it for too long: whatever was sent may have been done. */
class ConnectionSilentError extends Error {
  override readonly name = "ConnectionSilentError";
  readonly code = "CONNECTION_SILENT";
}

/** A connection of a pool, as the patch of the driver shows it (docs/adr/0009-driver-patch.md). */
export interface WatchedConnection {
  /** Whether Postgres owes an answer. */
  isWaiting(): boolean;
  /** Undefined (or null) before it connects and after it has closed. */
  socket(): Pick<Socket, "bytesRead"> | null | undefined;
  /** Ends it; who waits gets the error. */
  lose(error: Error): void;
}

/** What was seen of a connection; times are counted in sweeps, so that a process which was stopped has missed nothing. */
interface Sight {
  socket: ReturnType<WatchedConnection["socket"]>;
  bytesRead: number;
  readAt: number;
  waitsSince: number | undefined;
}

/**
 * Looks at every connection of a pool. Ends one on which an answer is owed and nothing was read for `sweepsMax` sweeps,
 * and with it those that have read nothing since then: connections mostly die together, and each of them would cost
 * its next user the whole wait. An idle one that died alone is found by its next user.
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
    // Idle ones first: who is refused may come again at once, and must not be given one of them.
    for (const one of idle.length > 0 ? idle : suspects)
      one.lose(new ConnectionSilentError("Postgres said nothing for too long"));
  };
}

/**
 * Gives every connection of a pool a deadline on this side. A statement that takes `statementMsMax` is ended by Postgres,
 * so one that has no answer some time later never gets one: the way to Postgres is gone, and nobody has said so.
 * Costs nothing a statement. @returns what ends the watch.
 */
export function watchConnections(sql: Sql, statementMsMax: number): () => void {
  const sweep = createSweep(connectionsOf(sql), Math.ceil((statementMsMax + answerMsMax) / sweepEveryMs));
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return () => clearInterval(timer);
}

/** Relies on the patch of the driver, which its types do not know. */
function connectionsOf(sql: Sql): readonly WatchedConnection[] {
  return (sql as unknown as { connections: readonly WatchedConnection[] }).connections;
}
