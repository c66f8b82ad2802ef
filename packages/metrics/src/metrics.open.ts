import type { Metrics } from "./metrics.registry.ts";
import { type MetricsServer, serveMetrics } from "./metrics.serve.ts";

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
