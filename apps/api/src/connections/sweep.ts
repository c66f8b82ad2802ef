import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Connection } from "./follow.ts";

export interface SweepLimits {
  /** How long an answer may wait to be taken, from its first bytes on. */
  readonly answerMsMax: number;
  /** How long nothing of it may be taken. */
  readonly stallMsMax: number;
}

/** Of all answers that wait to be taken; past it those that hold most are given up. */
const unsentBytesMax = 134_217_728;
const sweepEveryMs = 1_000;

/** How far an answer has come that its caller does not take at once. */
interface Progress {
  readonly answer: ServerResponse;
  readonly sinceMs: number;
  movedMs: number;
  unsent: number;
}

/**
 * Ends connections whose callers do not read, so that what waits for them is bounded in time and in all. One look at all
 * connections a second, rather than a timer for each answer.
 * @returns what ends the looks.
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
  if (!answer || unsent === 0) {
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
 * Bytes that the system has not taken from the process. A large answer is one write, and a socket counts it whole until
 * its end; how much of it is left the handle knows, which Node's own timeouts of writes go by too.
 */
function unsentOf(socket: Socket): number {
  if (socket.writableLength === 0) return 0;
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize || socket.writableLength;
}

/** With the answers behind the first, which wait in memory for it to be out. */
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
