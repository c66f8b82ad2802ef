export {
  exposeConnections,
  exposeGates,
  exposeImports,
  exposeReadiness,
  exposeReads,
  exposeReplica,
  exposeState,
} from "./metrics.expose.ts";
export { exposeHttp, exposePipeline } from "./metrics.pipeline.ts";
export type { Metrics } from "./metrics.registry.ts";
export { openMetrics } from "./metrics.serve.ts";
export { exposeWebhooks } from "./metrics.webhook.ts";
