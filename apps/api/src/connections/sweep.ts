import type { Socket } from "node:net";
import type { Answer } from "../answer.ts";
import type { Connection } from "./follow.ts";

export interface SweepLimits {
  /** How long a caller may take to read a response, from its first bytes. */
  readonly answerMsMax: number;
  /** How long a caller may read nothing of it. */
  readonly stallMsMax: number;
}

/** Unsent bytes of all responses; above this, the connections that hold the most are dropped. */
const unsentBytesMax = 134_217_728;
const sweepEveryMs = 1_000;

/** Progress of a response that its caller does not read at once. */
interface Progress {
  readonly answer: Answer;
  readonly sinceMs: number;
  movedMs: number;
  unsent: number;
}

/**
 * Drops connections whose callers do not read, so that unsent data is bounded in time and in total. Checks all
 * connections once a second rather than with a timer per response.
 * @returns a function that stops the checks.
 */
export function sweepSlow(open: ReadonlyMap<Socket, Connection>, limits: SweepLimits): () => void {
  const progress = new WeakMap<Connection, Progress>();
  const sweep = () => {
    const nowMs = performance.now();
    const slow: { connection: Connection; bytes: number }[] = [];
    for (const connection of open.values()) {
      if (connection.answers.size === 0) continue;
      if (isStuck(connection, progress, limits, nowMs)) connection.socket.destroy();
      else slow.push({ connection, bytes: unsentBytesOf(connection) });
    }
    endLargest(slow);
  };
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return () => clearInterval(timer);
}

function isStuck(
  connection: Connection,
  progress: WeakMap<Connection, Progress>,
  { answerMsMax, stallMsMax }: SweepLimits,
  nowMs: number,
): boolean {
  const [answer] = connection.answers;
  const unsent = unsentOf(connection.socket);
  const before = progress.get(connection);
  // Callers of an import may send their whole body before they read.
  if (!answer || unsent === 0 || answer.onClientError) {
    progress.delete(connection);
    return false;
  }
  if (before?.answer !== answer) {
    progress.set(connection, { answer, sinceMs: nowMs, movedMs: nowMs, unsent });
    return false;
  }
  if (unsent !== before.unsent) before.movedMs = nowMs;
  before.unsent = unsent;
  return nowMs - before.sinceMs > answerMsMax || nowMs - before.movedMs > stallMsMax;
}

/**
 * Bytes that the operating system has not taken from the process. A large response is one write, which the socket
 * counts in full until it ends. Only the handle knows how much is left; Node's own write timeouts use it too.
 */
function unsentOf(socket: Socket): number {
  if (socket.writableLength === 0) return 0;
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize || socket.writableLength;
}

/** Includes the pipelined responses that wait in memory until the first is sent. */
function unsentBytesOf({ answers }: Connection): number {
  let bytes = 0;
  for (const answer of answers) bytes += answer.writableLength;
  return bytes;
}

function endLargest(slow: { connection: Connection; bytes: number }[]): void {
  let bytesOfAll = slow.reduce((sum, { bytes }) => sum + bytes, 0);
  if (bytesOfAll <= unsentBytesMax) return;
  for (const { connection, bytes } of slow.sort((a, b) => b.bytes - a.bytes)) {
    connection.socket.destroy();
    bytesOfAll -= bytes;
    if (bytesOfAll <= unsentBytesMax) return;
  }
}
