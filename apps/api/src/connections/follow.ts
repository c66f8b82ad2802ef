import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import type { Answer } from "../answer.ts";
import { refuse, refuseOnSocket } from "../errors.ts";
import type { FailureLog } from "../failure-log.ts";
import { networkOfSocket } from "./address.ts";

/** Requests on one connection that have no answer yet; past it 429, so that who pipelines holds no more than this. */
const pipelinedMax = 32;
/** Whoever watches the process must see it, however busy its address is. */
export const healthPaths: ReadonlySet<string | undefined> = new Set(["/livez", "/readyz"]);

/** What one address has open. */
interface Caller {
  connections: number;
  requests: number;
}

/** An open connection. */
export interface Connection {
  readonly socket: Socket;
  readonly network: string;
  readonly caller: Caller;
  /** Those that are not out yet, in the order of asking. */
  readonly answers: Set<Answer>;
  /** The answer that says `Connection: close`, since the process stops. */
  last: Answer | undefined;
}

export interface ConnectionLimits {
  /** Of one address; a further one is answered 429 and closed. */
  readonly addressConnectionsMax: number;
  /** Requests of one address without an answer; a further one is answered 429. */
  readonly addressRequestsMax: number;
  readonly logFailure: FailureLog;
}

export interface Connections {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** Takes a request into account. False where it must not be served: then it is refused, or its connection is at its end. */
  admit(incoming: IncomingMessage, answer: Answer): boolean;
  /** The answer to the request of which the connection has read a part. */
  unread(socket: Socket): Answer | undefined;
  /** From now on the last answer of every connection says `Connection: close`. */
  endWithAnswers(): void;
}

/** Counts what each address has open: a few steps a request, and nothing is left of what ended in whatever way. */
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
 * Node emits `close` only for the answer that has the socket. The answers behind it in the pipeline get theirs here, so
 * that nobody goes on working for them.
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

/** Only the last of a pipeline: Node closes the connection with the answer that says so, and drops those behind it. */
function markLast(connection: Connection, answer: Answer): void {
  if (connection.last) connection.last.shouldKeepAlive = true;
  // Where the caller has asked for it the connection ends anyway.
  if (!answer.shouldKeepAlive) return;
  answer.shouldKeepAlive = false;
  connection.last = answer;
}
