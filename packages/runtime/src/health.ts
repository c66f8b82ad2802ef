import { createServer } from "node:http";

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the process can do its work; a rejection counts as no. */
  readonly isReady: () => Promise<boolean>;
}

export interface HealthServer {
  close(): Promise<void>;
}

/**
 * Answers `/livez` (200 while the event loop turns) and `/readyz` (200 or 503), for processes that serve nothing else.
 * @throws the system's error where the address cannot be listened on.
 */
export async function serveHealth({ host, port, isReady }: HealthOptions): Promise<HealthServer> {
  const answers: Record<string, () => Promise<boolean>> = { "/livez": async () => true, "/readyz": isReady };
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ""];
    const isGood = answer !== undefined && (await answer().catch(() => false));
    const status = answer === undefined ? 404 : isGood ? 200 : 503;
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ status: isGood ? "ok" : answer === undefined ? "unknown path" : "unavailable" }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
