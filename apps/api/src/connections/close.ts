import { Server, type Socket } from "node:net";
import { type FailureLog, refuse } from "../errors.ts";
import type { Connection } from "./follow.ts";

const lookEveryMs = 25;
/** How long a caller may take to close its side of a connection that was ended. */
const lingerMsMax = 250;
/** How long to wait for bodies that are still arriving. A request is not accepted before its body has arrived. */
export const bodyMsMax = 2_000;
/** How long responses may take to be sent after the time to produce them is over. */
export const flushMsMax = 500;

/**
 * Accepts no new connections, ends idle ones and waits for responses on the others, at most `answerMsMax`. Requests
 * that then have no response are answered 503.
 * @returns how many of the requests answered 503 had arrived completely: only those had been accepted.
 */
export async function closeServer(
  server: Server,
  open: ReadonlyMap<Socket, Connection>,
  answerMsMax: number,
  logFailure: FailureLog,
): Promise<number> {
  // Not http's own close: it destroys idle connections, including one whose request has just arrived.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  const startedMs = performance.now();
  const endedMs = new WeakMap<Socket, number>();
  // When it was first seen that the time is over: a stalled process sees it late, and must flush its responses then.
  let lateSinceMs = Number.POSITIVE_INFINITY;
  let givenUp = 0;
  const look = setInterval(() => {
    const nowMs = performance.now();
    const closingMs = nowMs - startedMs;
    if (closingMs > answerMsMax) lateSinceMs = Math.min(lateSinceMs, nowMs);
    const lateMs = nowMs - lateSinceMs;
    for (const connection of open.values()) {
      if (connection.answers.size === 0) endIdle(connection.socket, endedMs, nowMs);
      else if (lateMs >= 0 || (closingMs > bodyMsMax && isUnsent(connection)))
        givenUp += giveUp(connection, logFailure);
      if (lateMs > flushMsMax) connection.socket.destroy();
    }
  }, lookEveryMs);
  await closed;
  clearInterval(look);
  return givenUp;
}

/**
 * Closes the sending half only and keeps reading. Closing both halves while bytes of the caller are unread would reset
 * the connection, and the reset could destroy the previous response.
 */
function endIdle(socket: Socket, endedMs: WeakMap<Socket, number>, nowMs: number): void {
  const sinceMs = endedMs.get(socket);
  if (sinceMs === undefined) {
    endedMs.set(socket, nowMs);
    socket.end();
  } else if (nowMs - sinceMs > lingerMsMax) socket.destroy();
}

const isUnsent = ({ answers }: Connection) => [...answers].every(({ req }) => !req.complete);

/**
 * Answers 503 to every request without a response. If a response has begun, its caller does not read it and nothing
 * more can be sent.
 */
function giveUp({ answers }: Connection, logFailure: FailureLog): number {
  let givenUp = 0;
  for (const answer of answers) {
    if (answer.headersSent) continue;
    refuse("Error_Service_Unavailable", answer, logFailure);
    // A response of the handler would now come too late, and Node would raise an error.
    Object.assign(answer, { writeHead: () => answer, write: () => true, end: () => answer });
    if (answer.req.complete) givenUp += 1;
  }
  return givenUp;
}
