import { createServer } from "node:http";

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  /** Why the process cannot do its work; undefined where it can. */
  readonly reason: () => Promise<string | undefined>;
}

export interface HealthServer {
  close(): Promise<void>;
}

/**
 * Answers `/livez` (200 while the event loop turns) and `/readyz` (200 or 503, with the reason), for processes that serve
 * nothing else.
 * @throws the system's error where the address cannot be listened on.
 */
export async function serveHealth({ host, port, reason }: HealthOptions): Promise<HealthServer> {
  const answers: Record<string, HealthOptions["reason"]> = { "/livez": async () => undefined, "/readyz": reason };
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ""];
    const why = await answer?.();
    const status = answer === undefined ? 404 : why === undefined ? 200 : 503;
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ status: words[status], reason: why }));
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

const words: Readonly<Record<number, string>> = { 200: "ok", 404: "unknown path", 503: "unavailable" };
