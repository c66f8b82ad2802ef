import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { AppError } from "@rewards/domain";
import type { App } from "./app.ts";
import { answerClientError, answerConnect, errorResponse } from "./errors.ts";
import type { FailureLog } from "./failure-log.ts";

/** A request must have arrived whole by then, else 408. */
const requestMsMaxDefault = 30_000;
const headersMsMax = 10_000;
const timeoutsCheckedEveryMs = 1_000;
const keepAliveMs = 65_000;
const idleClosedEveryMs = 50;
/** How long a stop waits for answers: longer than an insert is repeated, shorter than the whole stop may take. */
const answerMsMax = 5_000;

export interface ListenOptions {
  readonly app: App;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly logFailure: FailureLog;
  readonly requestMsMax?: number;
}

export interface Listening {
  readonly url: string;
  /** Accepts no more connections, and resolves when every request that was accepted is answered. */
  close(): Promise<void>;
}

/** @throws the system's error where the address cannot be listened on. */
export async function listen({
  app,
  host,
  port,
  logFailure,
  requestMsMax = requestMsMaxDefault,
}: ListenOptions): Promise<Listening> {
  const errorHandler = (error: unknown) =>
    errorResponse(error instanceof RequestError ? new AppError("Error_Header_Malformed") : error, logFailure);
  const timeouts = {
    requestTimeout: requestMsMax,
    headersTimeout: Math.min(headersMsMax, requestMsMax),
    connectionsCheckingInterval: Math.min(timeoutsCheckedEveryMs, requestMsMax),
    keepAliveTimeout: keepAliveMs,
  };
  const listener = getRequestListener(app.fetch, { errorHandler });
  // Node answers a missing Host with an empty body of its own; the listener refuses it in the one body of every error.
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener);
  // Unheard, it would be a 417 with an empty body; an expectation that nobody knows is a header like any other.
  server.on("checkExpectation", listener);
  const open = followConnections(server);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => answerClientError(error, socket as Socket));
  server.on("connect", (_request, socket) => answerConnect(socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`, close: () => close(server, open) };
}

/** The open connections, each with its last answer; a connection that has still to send a request has none. */
type Connections = ReadonlyMap<Socket, ServerResponse | undefined>;

function followConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | undefined>();
  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (open.has(socket)) open.set(socket, response);
  };
  server.on("connection", (socket: Socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", follow);
  server.prependListener("checkExpectation", follow);
  return open;
}

/**
 * Node counts a connection that has sent nothing yet as busy, and checks no timeout once it is closing: so idle ones are
 * ended here, and those whose body is still on its way when time is up, since their request was not accepted.
 */
async function close(server: Server, open: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const startedMs = performance.now();
  const sweep = setInterval(() => {
    const isLate = performance.now() - startedMs > answerMsMax;
    // Answers go out in order, so a connection whose last one is out is idle.
    for (const [socket, answer] of open) if (isLate || !answer || answer.writableFinished) socket.destroy();
  }, idleClosedEveryMs);
  await closed;
  clearInterval(sweep);
}
