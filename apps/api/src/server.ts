import { readFile } from "node:fs/promises";
import { createServer, IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import { AppError } from "@rewards/domain";
import { apiSettings, type Logger, listenOn, type RouteCounts, type Tracing } from "@rewards/runtime";
import { Answer, newRequestId, requestIdOf } from "./answer.ts";
import { type App, createWayIn } from "./app.ts";
import { closeServer } from "./connections/close.ts";
import { followConnections } from "./connections/follow.ts";
import { sweepSlow } from "./connections/sweep.ts";
import { createEntrance, headersMax } from "./entrance.ts";
import { answerClientError, answerConnect, type FailureLog } from "./errors.ts";

const requestMsMaxDefault = 30_000;
const headersMsMax = 10_000;
const timeoutsCheckedEveryMs = 1_000;
const keepAliveMs = 65_000;
const stallMsMax = 10_000;

/** Limits what callers may hold open. */
interface ServerLimits {
  /** Connections of all addresses together; a further one is closed. One address may have half, a proxy all. */
  readonly connectionsMax: number;
  /** Unanswered requests of one address. */
  readonly addressRequestsMax: number;
  /** How long a caller may take to read a response. */
  readonly answerMsMax: number;
}

const { CONNECTIONS_MAX, ADDRESS_REQUESTS_MAX, ANSWER_MS_MAX } = apiSettings.shape;
const limitsDefault: ServerLimits = {
  connectionsMax: CONNECTIONS_MAX.parse(undefined),
  addressRequestsMax: ADDRESS_REQUESTS_MAX.parse(undefined),
  answerMsMax: ANSWER_MS_MAX.parse(undefined),
};

export interface ListenOptions {
  readonly app: App;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly logFailure: FailureLog;
  /** Counts the responses to requests that reach no route. */
  readonly unrouted?: RouteCounts | undefined;
  readonly tracing?: Tracing | undefined;
  /** How long a request may take to arrive; 408 after that. */
  readonly requestMsMax?: number | undefined;
  readonly limits?: Partial<ServerLimits>;
  /** See HostOptions. */
  readonly hosts?: readonly string[] | undefined;
  /** The origins whose pages may call; none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** How many proxies in front add the caller's address to X-Forwarded-For. */
  readonly proxies?: number;
}

export interface Listening {
  readonly url: string;
  /** Keeps serving, but ends each connection with its next response, which carries `Connection: close`. */
  endWithAnswers(): void;
  /**
   * Accepts no more connections, and resolves when every accepted request is answered. Requests without a response
   * after `answerMsMax` are answered 503; resolves with their number.
   */
  close(answerMsMax: number): Promise<number>;
}

/** @throws ListenError if the server cannot listen on the address. */
export async function listen({
  app,
  host,
  port,
  logFailure,
  requestMsMax = requestMsMaxDefault,
  limits: given,
  hosts,
  corsOrigins = [],
  proxies = 0,
  unrouted,
  tracing,
}: ListenOptions): Promise<Listening> {
  const limits = { ...limitsDefault, ...given };
  const entrance = createEntrance({ host, hosts, corsOrigins, logFailure });
  // Node would answer a missing Host with an empty body. The entrance refuses it with the common error body.
  const options = { requireHostHeader: false, IncomingMessage, ServerResponse: Answer };
  const server = createServer({ ...timeoutsOf(requestMsMax), ...options });
  server.maxHeadersCount = headersMax;
  const connections = boundConnections(server, { ...limits, proxies }, logFailure);
  const wayIn = createWayIn({ app, connections, entrance, proxies, unrouted, tracing, logFailure });
  server.on("request", wayIn);
  // Without a listener, Node answers 417 with an empty body. An unknown expectation is treated like any other header.
  server.on("checkExpectation", wayIn);
  const { open } = connections;
  const endSweep = sweepSlow(open, { ...limits, stallMsMax: Math.min(stallMsMax, limits.answerMsMax) });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    answerClientError(error, socket as Socket, connections, logFailure),
  );
  server.on("connect", (request, socket) => answerConnect(socket as Socket, requestIdOf(request), logFailure));
  return {
    url: await listenOn(server, { host, port, hostSetting: "HOST", portSetting: "PORT" }),
    endWithAnswers: () => connections.endWithAnswers(),
    close: (answerMsMax) => closeServer(server, open, answerMsMax, logFailure).finally(endSweep),
  };
}

const timeoutsOf = (requestMsMax: number) => ({
  requestTimeout: requestMsMax,
  headersTimeout: Math.min(headersMsMax, requestMsMax),
  connectionsCheckingInterval: Math.min(timeoutsCheckedEveryMs, requestMsMax),
  keepAliveTimeout: keepAliveMs,
});

function boundConnections(
  server: Server,
  { connectionsMax, addressRequestsMax, proxies }: ServerLimits & { readonly proxies: number },
  logFailure: FailureLog,
) {
  server.maxConnections = connectionsMax;
  server.on("drop", () => {
    const error = new AppError("Error_Service_Overloaded");
    const thrown = new Error(`A connection was refused: ${connectionsMax} are open (CONNECTIONS_MAX).`);
    logFailure({ error, thrown, requestId: newRequestId() });
  });
  const addressConnectionsMax = proxies > 0 ? connectionsMax : Math.ceil(connectionsMax / 2);
  return followConnections(server, { addressConnectionsMax, addressRequestsMax, logFailure });
}

/** What an API opens besides the connections of callers: those to its servers, and files. */
const ownMax = 200;

/**
 * What is wrong with the limit of open files, with the remedy; undefined if it suffices or is not known.
 * @param limits the text of `/proc/self/limits`. Node has raised the soft limit to the hard one by then.
 */
export function describeDescriptors(limits: string, connectionsMax: number): string | undefined {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
  if (!(files < connectionsMax + ownMax)) return undefined;
  return `This process may open ${files} files, and CONNECTIONS_MAX is ${connectionsMax}: at the limit, callers get no connection. Raise the limit (\`ulimit -Hn\`, LimitNOFILE of systemd), or lower CONNECTIONS_MAX to at most ${Math.max(files - ownMax, 10)}.`;
}

/** Logs once, at the start, if the system closes new connections before this process would refuse them. */
export async function warnOfDescriptors(connectionsMax: number, logger: Pick<Logger, "warn">): Promise<void> {
  const reason = describeDescriptors(await readFile("/proc/self/limits", "utf8").catch(() => ""), connectionsMax);
  if (reason !== undefined) logger.warn({ reason }, "too few files may be open");
}
