import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import type { Answer } from "../answer.ts";
import { networkOfSocket } from "../call.ts";
import { type FailureLog, refuse, refuseOnSocket, type UnansweredRequests } from "../errors.ts";

/** Unanswered requests on one connection; above this, 429. Bounds what a pipelining caller holds. */
const pipelinedMax = 32;
/** Monitors must reach the process however busy their address is. */
export const healthPaths: ReadonlySet<string | undefined> = new Set(["/livez", "/readyz"]);

/** What one address has open. */
interface Caller {
  connections: number;
  requests: number;
}

export interface Connection {
  readonly socket: Socket;
  readonly network: string;
  readonly caller: Caller;
  /** Responses not fully sent, in request order. */
  readonly answers: Set<Answer>;
  /** The response that carries `Connection: close` because the process is stopping. */
  last: Answer | undefined;
}

export interface ConnectionLimits {
  /** Connections of one address; a further one is answered 429 and closed. */
  readonly addressConnectionsMax: number;
  /** Unanswered requests of one address; a further one is answered 429. */
  readonly addressRequestsMax: number;
  readonly logFailure: FailureLog;
}

export interface Connections extends UnansweredRequests {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** Counts a request. False if it must not be served: it was refused, or its connection is ending. */
  admit(incoming: IncomingMessage, answer: Answer): boolean;
  /** From now on, the last response of every connection carries `Connection: close`. */
  endWithAnswers(): void;
}

/**
 * Counts what each address has open. It costs a few steps per request, and counts are released however a request ends.
 */
export function followConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, Connection>();
  const callers = new Map<string, Caller>();
  let isEnding = false;

  server.on("connection", (socket: Socket) => {
    const connection = openConnection(socket, callers);
    open.set(socket, connection);
    socket.once("close", () => {
      open.delete(socket);
      forget(connection, callers);
    });
    if (connection.caller.connections > limits.addressConnectionsMax)
      refuseOnSocket("Error_Requests_TooMany", socket, limits.logFailure);
  });

  return {
    open,
    admit({ socket, url }, answer) {
      const connection = open.get(socket);
      if (!connection || socket.writableEnded || connection.last?.headersSent) return false;
      const { answers, caller } = connection;
      answers.add(answer);
      caller.requests += 1;
      answer.once("close", () => {
        answer.quota?.end();
        if (answers.delete(answer)) caller.requests -= 1;
      });
      if (isEnding) markLast(connection, answer);
      const isBusy = caller.requests > limits.addressRequestsMax && !healthPaths.has(url);
      if (answers.size <= pipelinedMax && !isBusy) return true;
      refuse("Error_Requests_TooMany", answer, limits.logFailure);
      return false;
    },
    unread(socket) {
      const latest = [...(open.get(socket)?.answers ?? [])].at(-1);
      return latest?.req.complete ? undefined : latest;
    },
    endAfterAnswers(socket) {
      const due = [...(open.get(socket)?.answers ?? [])].filter(({ req }) => req.complete).at(-1);
      if (!due) return false;
      // Nothing that follows is read: Node would report each piece of it.
      socket.pause();
      if (!due.headersSent) due.shouldKeepAlive = false;
      due.once("finish", () => socket.destroySoon());
      return true;
    },
    endWithAnswers() {
      isEnding = true;
      for (const connection of open.values()) {
        const latest = [...connection.answers].at(-1);
        if (latest && !latest.headersSent) markLast(connection, latest);
      }
    },
  };
}

function openConnection(socket: Socket, callers: Map<string, Caller>): Connection {
  const network = networkOfSocket(socket);
  const caller = callers.get(network) ?? { connections: 0, requests: 0 };
  callers.set(network, caller);
  caller.connections += 1;
  return { socket, network, caller, answers: new Set(), last: undefined };
}

/**
 * Node emits `close` only for the response that holds the socket. This emits it for the responses behind that one in
 * the pipeline, so that work on them stops.
 */
function forget({ network, caller, answers }: Connection, callers: Map<string, Caller>): void {
  for (const answer of [...answers].filter(({ socket }) => !socket)) {
    answer.destroyed = true;
    answer.emit("close");
  }
  caller.connections -= 1;
  caller.requests -= answers.size;
  answers.clear();
  if (caller.connections === 0) callers.delete(network);
}

/** Marks only the last response of a pipeline: Node closes the connection after it and drops those behind it. */
function markLast(connection: Connection, answer: Answer): void {
  if (connection.last) connection.last.shouldKeepAlive = true;
  // The caller has asked to close, so the connection ends anyway.
  if (!answer.shouldKeepAlive) return;
  answer.shouldKeepAlive = false;
  connection.last = answer;
}
