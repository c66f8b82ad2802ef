export { exposeConnections, exposeGates, exposeReadiness, exposeState } from "./metrics.expose.ts";
export { exposeHttp } from "./metrics.http.ts";
export { openMetrics } from "./metrics.open.ts";
export { exposePipeline } from "./metrics.pipeline.ts";
export type { Metrics } from "./metrics.registry.ts";
export { exposeReads, exposeReplica } from "./metrics.replica.ts";
