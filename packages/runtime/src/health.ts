import { createServer } from "node:http";
import { type ListenPlace, listenOn } from "./listen.ts";

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

export interface HealthServer {
  close(): Promise<void>;
}

/**
 * Answers `/livez` (200 while the event loop turns) and `/readyz` (200, or 503 while unavailable, with the reason), for
 * processes that serve nothing else.
 * @throws ListenError if the server cannot listen on the address.
 */
export async function serveHealth({ place, look }: HealthOptions): Promise<HealthServer> {
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
