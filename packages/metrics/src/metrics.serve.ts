import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createHostNames, listenOn } from "@rewards/runtime";
import type { Metrics } from "./metrics.registry.ts";

interface MetricsSettings {
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST: string;
  readonly METRICS_TOKEN?: string | undefined;
}

/**
 * The metrics of a process, already served; undefined if METRICS_PORT is not set. The caller adds to them. Loads
 * prom-client, and with it the API of OpenTelemetry, only if there is a port.
 */
export async function openMetrics({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: MetricsSettings): Promise<(MetricsServer & { readonly metrics: Metrics }) | undefined> {
  if (port === undefined) return undefined;
  const { createMetrics } = await import("./metrics.registry.ts");
  const metrics = createMetrics();
  return { metrics, ...(await serveMetrics({ metrics, host, port, token })) };
}

const connectionsMax = 20;
const requestMsMax = 10_000;

interface MetricsOptions {
  readonly metrics: Metrics;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  /** The token that scrapers send as a bearer; without it everybody who reaches the address may read. */
  readonly token?: string | undefined;
}

export interface MetricsServer {
  /** The address of the metrics, with the path. */
  readonly url: string;
  close(): Promise<void>;
}

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * Serves `GET /metrics` on a separate port: callers of the public port cannot reach it, and its limits do not apply.
 * @throws ListenError if the server cannot listen on the address.
 */
async function serveMetrics({ metrics, host, port, token }: MetricsOptions): Promise<MetricsServer> {
  const expected = token === undefined ? undefined : hash(`Bearer ${token}`);
  const isAdmitted = ({ headers }: IncomingMessage) =>
    expected === undefined || timingSafeEqual(hash(headers.authorization ?? ""), expected);
  // On loopback, a page could otherwise read the metrics by pointing its own name here.
  const judge = createHostNames({ host, hosts: undefined });
  const server = createServer({ requestTimeout: requestMsMax, headersTimeout: requestMsMax }, (request, response) => {
    if (judge(request.headers.host ?? "") !== "known") return end(response, 421, "Use the address of METRICS_HOST.\n");
    if (request.url !== "/metrics") return end(response, 404, "The metrics are at /metrics.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return end(response, 405, "Send GET.\n");
    if (!isAdmitted(request)) return end(response, 401, "Send METRICS_TOKEN as a bearer token.\n");
    metrics.print().then(
      (text) => end(response, 200, text, metrics.contentType),
      () => end(response, 500, "The metrics could not be read.\n"),
    );
  });
  server.maxConnections = connectionsMax;
  const place = { host, port, hostSetting: "METRICS_HOST", portSetting: "METRICS_PORT" };
  return {
    url: `${await listenOn(server, place)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { ...headers, "content-type": type, "cache-control": "no-store", connection: "close" });
  response.end(text);
}
