export { type ExportedEntry, exportAudit, listAudit } from "./audit.list.ts";
export { pruneAudit, prunedRowsMax } from "./audit.prune.ts";
export type { NotedHeads } from "./books/books.heads.ts";
export { type BooksReport, bookChecks, findingsOf, inspectBooks, verifyBooks } from "./books/books.verify.ts";
export { countDeadLetters, discardDeadLetter, discardDeadLetters } from "./dead-letter/dead-letter.discard.ts";
export {
  auditInspection,
  type Inspection,
  inspectDeadLetter,
  type Waiting,
} from "./dead-letter/dead-letter.inspect.ts";
export { type DeadLetterPage, listDeadLetters } from "./dead-letter/dead-letter.list.ts";
export { replayDeadLetter, replayDeadLetters } from "./dead-letter/dead-letter.replay.ts";
export { type DeadLetter, deadLetterReasonOf } from "./dead-letter/dead-letter.show.ts";
export { csvOf, csvRows, personalOf } from "./export/export.csv.ts";
export {
  auditExport,
  type ExportCall,
  exportedFields,
  exportedViews,
  exportView,
} from "./export/export.view.ts";
export { type Leadership, openLeadership, type Rank } from "./lease/lease.hold.ts";
export { type CurrencyLiability, readLiability } from "./ledger/ledger.liability.ts";
export {
  type ActiveDay,
  expiringDays,
  movedDay,
  type Period,
  readActivity,
  readBusiestCurrency,
  readExpiring,
  readStoreDays,
  readTopStores,
  type StoreTotals,
} from "./ledger-day/ledger-day.period.ts";
export { daysShownMax, type LedgerDays, readLedgerDays } from "./ledger-day/ledger-day.read.ts";
export { writeDays } from "./ledger-day/ledger-day.write.ts";
export { writeHeads } from "./ledger-head/ledger-head.write.ts";
export { betweenLocks } from "./lock.wait.ts";
export { type Migrated, migrateDatabase } from "./migrate/migrate.ts";
export { addPartitions, monthsAhead, movedMax } from "./partition/partition.add.ts";
export { attachPartition } from "./partition/partition.attach.ts";
export { detachPartition } from "./partition/partition.detach.ts";
export {
  ledgerPartitions,
  listPartitions,
  readLedgerPartitions,
  readPartitionStatus,
  type SalePartition,
} from "./partition/partition.read.ts";
export { PartitionError, withPartitions } from "./partition/partition.session.ts";
export { erasePeople } from "./person/person.erase.ts";
export { exportPerson } from "./person/person.export.ts";
export { type Rekeyed, rekeyPersonal } from "./personal.rekey.ts";
export type { PipelineChart } from "./pipeline-minute/pipeline-minute.chart.ts";
export { keepMinutes, type MinuteKeeper } from "./pipeline-minute/pipeline-minute.keep.ts";
export { type PipelineWindow, readPipelineChart } from "./pipeline-minute/pipeline-minute.read.ts";
export { deleteOldMinutes } from "./pipeline-minute/pipeline-minute.write.ts";
export { applyProgrammes } from "./programme.apply.ts";
export { ProgrammeRefusal } from "./programme.rules.ts";
export { awaitSuited, createProbe, refuseUnsupportedServer } from "./readiness/readiness.inspect.ts";
export { probePosting, probeSales, remedyOf } from "./readiness/readiness.probe.ts";
export { type EntryExplanation, explainEntries } from "./record/entry.explain.ts";
export { findByNumber, findByRequestId, requestRowsMax } from "./record/record.find.ts";
export { inspectRedemption, type RedemptionInspection } from "./record/redemption.inspect.ts";
export { describeBasis, wouldEarnOtherwise } from "./record/sale.basis.ts";
export { type InspectedEntry, type Spending, spendingRowsMax } from "./record/sale.entries.ts";
export { inspectSale, type SaleInspection } from "./record/sale.inspect.ts";
export { createTellPosition, type TellPosition } from "./replica/replica.facts.ts";
export { formatPosition, type Position, parsePosition } from "./replica/replica.position.ts";
export { mustAskPrimary } from "./replica/replica.refusal.ts";
export { openReplicaSessions, type ReplicaFence, type ReplicaSessions } from "./replica/replica.session.ts";
export { lookAtReplica, type ReplicaLook } from "./replica/replica.status.ts";
export { type ReplicaState, type ReplicaWatch, watchReplica } from "./replica/replica.watch.ts";
export { checkRules } from "./rule/rule.check.ts";
export { type DraftRule, previewLimits, previewRule, type RulePreview } from "./rule/rule.preview.ts";
export { readRulesInForce } from "./rule/rule.read.ts";
export { type Recounted, recountTiers } from "./rule/rule.recount.ts";
export { type Simulation, simulateRules } from "./rule/rule.simulate.ts";
export { type RepriceRun, repriceNamed, repricePeriod } from "./sale/sale.reprice.ts";
export { demandSchema, describeOldSchema, readSchema, unreadableSchema } from "./schema.read.ts";
export { type Filled, type FillRun, fillBornIn, importMembers } from "./segment/segment.fill.ts";
export { describeExcessRights, describeMissingRights, watchRights } from "./service-role/service-role.inspect.ts";
export {
  apiRole,
  consoleRole,
  type ProcessRole,
  processRoles,
  serviceRole,
  workerRole,
} from "./service-role/service-role.rights.ts";
export {
  type BoundedCount,
  countedRowsMax,
  readServiceStatus,
  readUnattended,
  type ServiceStatus,
} from "./status.read.ts";
export {
  addWebhook,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
} from "./webhook/webhook.change.ts";
export { type ListedAttempt, type ListedWebhook, listAttempts, listWebhooks } from "./webhook/webhook.list.ts";
