import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Where a server listens, and the settings that say so. */
export interface ListenPlace {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** A server cannot listen. The message is one line for the operator: address, cause and remedy. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  readonly host: string;
  readonly port: number;
  /** The system's error code, such as EADDRINUSE. */
  readonly code: string;

  constructor(place: ListenPlace, code: string) {
    super(describeRefusal(place, code));
    this.host = place.host;
    this.port = place.port;
    this.code = code;
  }
}

/**
 * Makes an HTTP server listen.
 * @returns where it listens, as a URL.
 * @throws ListenError if it cannot listen on the address.
 */
export async function listenOn(server: Server, place: ListenPlace): Promise<string> {
  const { host, port } = place;
  await new Promise<void>((resolve, reject) => {
    const refuse = ({ code, message }: NodeJS.ErrnoException) => reject(new ListenError(place, code ?? message));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
}

function describeRefusal({ host, port, hostSetting, portSetting }: ListenPlace, code: string): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there already. Stop it, or set ${portSetting} to another port, or to 0 for any free one.`,
    EACCES: `this user may not listen on it. Set ${portSetting} to one of 1024 or more.`,
    EADDRNOTAVAIL: `${hostSetting} is not an address of this machine.`,
    ENOTFOUND: `${hostSetting} is not a name that this machine knows.`,
    EAI_AGAIN: `no name server answers for the name in ${hostSetting}. Set it to an address of this machine.`,
  };
  return `Cannot listen on ${host}, port ${port}: ${reasons[code] ?? code}`;
}

export interface HealthOptions {
  readonly place: ListenPlace;
  readonly look: () => Promise<Health>;
}

/** The state of a process. `degraded`: it does its work, but an operator should repair something. */
export interface Health {
  readonly status: "ok" | "degraded" | "unavailable";
  /** Why the process is not `ok`, with the remedy. */
  readonly reason?: string | undefined;
}

/**
 * Answers `/livez` (200 while the event loop turns) and `/readyz` (200, or 503 while unavailable, with the reason), for
 * processes that serve nothing else.
 * @throws ListenError if the server cannot listen on the address.
 */
export async function serveHealth({ place, look }: HealthOptions): Promise<{ close(): Promise<void> }> {
  const answers: Record<string, HealthOptions["look"]> = { "/livez": async () => ({ status: "ok" }), "/readyz": look };
  const server = createServer(async (request, response) => {
    const health = await answers[request.url ?? ""]?.();
    const status = health === undefined ? 404 : health.status === "unavailable" ? 503 : 200;
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(health ?? { status: "unknown path" }));
  });
  await listenOn(server, place);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
