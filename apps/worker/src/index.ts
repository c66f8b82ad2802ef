export { processBatch } from "./batch.ts";
export { ledgerHeadWrite } from "./ledger-head/ledger-head.write.ts";
export { createAwaitingSweep, createRecovery, type RecoveryDeps } from "./recover.ts";
export type { Stage, StageDeps } from "./stage.ts";
export { stages } from "./stages.ts";
export { startWorker, type WorkerOptions } from "./worker.ts";
