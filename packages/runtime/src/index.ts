export { Budget, createBudget } from "./admission/budget.ts";
export { createFairGate, createGate, type FairGate, type Gate, type GateUse } from "./admission/gate.ts";
export { createLineBudget, createThrottle, type Throttle } from "./admission/rate.ts";
export { createTurns, type Turns } from "./admission/turns.ts";
export {
  type IssuerSettings,
  issuerOf,
  type ProviderSettings,
  providerOf,
  refuseOpenConsole,
  refuseOpenMetrics,
  refuseOpenService,
} from "./auth.ts";
export { type Batcher, createBatcher } from "./batcher.ts";
export { ConfigError, loadConfig, settingNames, urlSettings } from "./config.ts";
export {
  type ClassCounts,
  createHttpCounts,
  createPipelineCounts,
  type HttpCounts,
  lagBoundsMs,
  type PipelineCounts,
  type RouteCounts,
} from "./counts.ts";
export { type Health, ListenError, listenOn, serveHealth } from "./listen.ts";
export { createLogger, type Logger, redirectConsole } from "./logger.ts";
export { fixHeap, notifyReady, openTracing, runMain } from "./main.ts";
export { createHostNames, forwardedAddress, type HostOptions, isLoopback, networkOf } from "./network.ts";
export { giveNotice, type Notice } from "./notice.ts";
export { type PersonalKeySetting, personalKeysVar } from "./personal-keys.ts";
export { createProgress, type Progress } from "./progress.ts";
export { type QueueWatch, watchQueue } from "./queue-watch.ts";
export { createReadiness, createReport, type Readiness, type Verdict } from "./readiness.ts";
export { createRefusalReport, type Refusal } from "./refusal-report.ts";
export { retryWithJitter } from "./retry.ts";
export {
  describeCause,
  describeTarget,
  parseServerUrl,
  queuePartitionsMax,
  readQueueUrl,
  type ServerHost,
  type ServerUrl,
} from "./server-url.ts";
export {
  apiSettings,
  consoleSettings,
  type ReplicaSetting,
  replicaOf,
  serviceSettings,
  workerSettings,
} from "./settings.ts";
export { createShutdown, endsWithin, inTime, type Shutdown, type ShutdownStep } from "./shutdown.ts";
export { columnsMax, formatAge, formatCount, wrap, writeFitting } from "./text.ts";
export { readTls, tlsRemedyOf } from "./tls.ts";
export { causesOf, type Span, type Tracing } from "./tracing.ts";
export {
  integerVar,
  operatorTokenVar,
  originVar,
  portVar,
  postgresUrlVar,
  queueUrlVar,
  traceIdPlace,
} from "./variables.ts";
