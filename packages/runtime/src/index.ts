export {
  type AuthSettings,
  type IssuerSettings,
  issuerOf,
  type ProviderSettings,
  providerOf,
  refuseOpenConsole,
  refuseOpenMetrics,
  refuseOpenService,
} from "./auth.ts";
export { type Batcher, type BatcherOptions, createBatcher } from "./batcher.ts";
export { ConfigError, loadConfig } from "./config.ts";
export { redirectConsole } from "./console.ts";
export { endsWithin } from "./deadline.ts";
export { describeCause, describeTarget } from "./describe.ts";
export { createFairGate, type FairGate, type GateUse } from "./fair-gate.ts";
export { formatAge, formatCount } from "./format.ts";
export { forwardedAddress } from "./forwarded.ts";
export { createGate, type Gate } from "./gate.ts";
export { type Health, type HealthOptions, type HealthServer, serveHealth } from "./health.ts";
export { fixHeap } from "./heap.ts";
export { createHostNames, type HostOptions } from "./host-names.ts";
export { createHttpCounts, type HttpCounts, type RouteCounts } from "./http-counts.ts";
export { createLineBudget, type LineBudget } from "./line-budget.ts";
export { ListenError, type ListenPlace, listenOn } from "./listen.ts";
export { createLogger, type Logger, type LoggerOptions } from "./logger.ts";
export { isLoopback } from "./loopback.ts";
export { type MainIo, runMain } from "./main.ts";
export { networkOf } from "./network.ts";
export { giveNotice, type Notice } from "./notice.ts";
export { type PersonalKeySetting, personalKeysVar } from "./personal-keys.ts";
export { type ClassCounts, createPipelineCounts, lagBoundsMs, type PipelineCounts } from "./pipeline-counts.ts";
export { createProgress, type Progress } from "./progress.ts";
export { queuePartitionsMax, readQueueUrl } from "./queue-url.ts";
export { type QueueWatch, watchQueue } from "./queue-watch.ts";
export { createReadiness, createReport, type Readiness, type Verdict } from "./readiness.ts";
export { notifyReady } from "./ready.ts";
export { createRefusalReport, type Refusal } from "./refusal-report.ts";
export { type ReplicaSetting, replicaOf } from "./replica.ts";
export { type RetryOptions, retryWithJitter } from "./retry.ts";
export { urlSettings } from "./secrets.ts";
export { formatServerUrl, parseServerUrl, type ServerHost, type ServerUrl } from "./server-url.ts";
export { apiSettings, consoleSettings, serviceSettings, workerSettings } from "./settings.ts";
export {
  createShutdown,
  type ProcessEvents,
  type Shutdown,
  type ShutdownOptions,
  type ShutdownStep,
} from "./shutdown.ts";
export { createThrottle, type Throttle } from "./throttle.ts";
export { readTls, type ServerTls, TlsSettingError, tlsRemedyOf } from "./tls.ts";
export { causesOf, openTracing, type Span, type Tracing } from "./tracing.ts";
export { integerVar, operatorTokenVar, portVar, postgresUrlVar, queueUrlVar, traceIdPlace } from "./variables.ts";
export { columnsMax, wrap, writeFitting } from "./wrap.ts";
