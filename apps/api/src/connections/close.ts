import { Server, type Socket } from "node:net";
import { refuse } from "../errors.ts";
import type { FailureLog } from "../failure-log.ts";
import type { Connection } from "./follow.ts";

const lookEveryMs = 25;
/** How long a connection that was ended may take to be closed by its caller too. */
const lingerMsMax = 250;
/** How long a body may still be on its way: until it is there its request was not accepted. */
const bodyMsMax = 2_000;
/** How long answers may take to be out once there is no more time to make them. */
export const flushMsMax = 500;

/**
 * Accepts no further connection, ends those that are idle, and waits for the answers of the others, `answerMsMax` at
 * most: what has none then is answered 503.
 * @returns how many requests were answered so that had arrived whole: only those were accepted.
 */
export async function closeServer(
  server: Server,
  open: ReadonlyMap<Socket, Connection>,
  answerMsMax: number,
  logFailure: FailureLog,
): Promise<number> {
  // Not http's own: that destroys idle connections, and with them a request that has just arrived.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  const startedMs = performance.now();
  const endedMs = new WeakMap<Socket, number>();
  let givenUp = 0;
  const look = setInterval(() => {
    const nowMs = performance.now();
    const closingMs = nowMs - startedMs;
    const lateMs = closingMs - answerMsMax;
    for (const connection of open.values()) {
      if (connection.answers.size === 0) endIdle(connection.socket, endedMs, nowMs);
      else if (lateMs > 0 || (closingMs > bodyMsMax && isUnsent(connection))) givenUp += giveUp(connection, logFailure);
      if (lateMs > flushMsMax) connection.socket.destroy();
    }
  }, lookEveryMs);
  await closed;
  clearInterval(look);
  return givenUp;
}

/**
 * Half of the connection is closed, and the other read on: closed whole, with bytes of a caller unread, it would be reset,
 * and the reset could destroy the answer before.
 */
function endIdle(socket: Socket, endedMs: WeakMap<Socket, number>, nowMs: number): void {
  const sinceMs = endedMs.get(socket);
  if (sinceMs === undefined) {
    endedMs.set(socket, nowMs);
    socket.end();
  } else if (nowMs - sinceMs > lingerMsMax) socket.destroy();
}

const isUnsent = ({ answers }: Connection) => [...answers].every(({ req }) => !req.complete);

/** Answers what has no answer yet. Where one has begun its caller does not take it, and there is nothing to be said. */
function giveUp({ answers }: Connection, logFailure: FailureLog): number {
  let givenUp = 0;
  for (const answer of answers) {
    if (answer.headersSent) continue;
    refuse("Error_Service_Unavailable", answer, logFailure);
    // What its handler comes to now is too late, and an error to Node.
    Object.assign(answer, { writeHead: () => answer, write: () => true, end: () => answer });
    if (answer.req.complete) givenUp += 1;
  }
  return givenUp;
}
