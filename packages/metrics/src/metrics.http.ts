import type { HttpCounts } from "@rewards/runtime";
import { histogramSamples, secondsPerMs } from "./metrics.histogram.ts";
import type { Metrics } from "./metrics.registry.ts";

/** The answers of a server by route. */
export function exposeHttp(metrics: Metrics, http: HttpCounts): void {
  metrics.add({
    name: "rewards_http_requests_total",
    help: "Answers by method, pattern of the route and status.",
    type: "counter",
    read: () =>
      [...http.routes].flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
  });
  const name = "rewards_http_request_duration_seconds";
  metrics.add({
    name,
    help: "Time from a request's headers to the head of its answer.",
    type: "histogram",
    read: () =>
      [...http.routes].flatMap(({ method, route, durationsMs }) =>
        histogramSamples(name, { method, route }, durationsMs, secondsPerMs),
      ),
  });
}
