import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { AppError } from "@rewards/domain";
import type { Logger } from "@rewards/runtime";
import type { App } from "./app.ts";
import { answerClientError, errorResponse } from "./errors.ts";

/** A request must have arrived whole by then, else 408. */
const requestMsMaxDefault = 30_000;
const headersMsMax = 10_000;
const timeoutsCheckedEveryMs = 1_000;
const keepAliveMs = 65_000;
const idleClosedEveryMs = 50;

export interface ListenOptions {
  readonly app: App;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly logger: Logger;
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
  logger,
  requestMsMax = requestMsMaxDefault,
}: ListenOptions): Promise<Listening> {
  const errorHandler = (error: unknown) =>
    errorResponse(error instanceof RequestError ? new AppError("Error_Header_Malformed") : error, logger);
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
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => answerClientError(error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection that was busy at the time of close() stays open after its answer: swept here.
  const sweep = setInterval(() => server.closeIdleConnections(), idleClosedEveryMs);
  await closed;
  clearInterval(sweep);
}
