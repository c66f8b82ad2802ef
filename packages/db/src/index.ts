export * from "./access-token/access-token.issue.ts";
export * from "./access-token/access-token.key.ts";
export { readRevokedTokens, revokeToken } from "./access-token/access-token.revoke.ts";
export * from "./action/action.run.ts";
export { type ListedClient, listClients } from "./api-client/api-client.list.ts";
export * from "./api-client/api-client.read.ts";
export { hashSecret, isHashOf } from "./api-client/api-client.secret.ts";
export {
  createClient,
  type IssuedSecret,
  limitClient,
  type NewClient,
  revokeClient,
  rotateClient,
} from "./api-client/api-client.write.ts";
export { type ExportedEntry, exportAudit } from "./audit/audit.export.ts";
export { type AuditPage, listAudit } from "./audit/audit.list.ts";
export { type Author, auditChange, auditRefusal } from "./audit/audit.write.ts";
export * from "./awaiting/awaiting.wake.ts";
export type { CheckResult } from "./books/books.check.ts";
export type { HeadsState, NotedHeads } from "./books/books.heads.ts";
export {
  type BooksOptions,
  type BooksReport,
  bookChecks,
  findingsOf,
  inspectBooks,
  verifyBooks,
} from "./books/books.verify.ts";
export * from "./catalogue/catalogue.cache.ts";
export { loadProgrammes } from "./catalogue/catalogue.programmes.ts";
export * from "./client.ts";
export { traceStatements } from "./connection/connection.trace.ts";
export { type ConnectionUse, countConnections } from "./connection/connection.watch.ts";
export { beginFlow, type FlowChecks, takeFlow } from "./console-flow/console-flow.take.ts";
export {
  openProviderSession,
  type ProviderIdentity,
  type ProviderLogin,
} from "./console-identity/console-identity.open.ts";
export { readOpenSessions } from "./console-session/console-session.live.ts";
export { completeSession, openSession } from "./console-session/console-session.open.ts";
export {
  type Account,
  changeOwnPassword,
  endOwnSessions,
  type OwnSession,
  readAccount,
  type SessionChoice,
} from "./console-session/console-session.own.ts";
export { type ConsoleSession, endSession, useSession } from "./console-session/console-session.read.ts";
export { newPasswordProblem } from "./console-user/console-user.common.ts";
export { hashOfNobody, hashPassword, isPasswordOf } from "./console-user/console-user.hash.ts";
export { findLoginUser, type ListedUser, type LoginUser, listUsers } from "./console-user/console-user.read.ts";
export { totpAddress, totpPeriodOf, totpText } from "./console-user/console-user.totp.ts";
export {
  changePassword,
  changeRights,
  createUser,
  disableUser,
  dropCodes,
  type NewUser,
  refuseTakenName,
  refuseUnknownUser,
  requireCodes,
  requireProvider,
} from "./console-user/console-user.write.ts";
export * from "./credential/credential.state.ts";
export * from "./dead-letter/dead-letter.discard.ts";
export * from "./dead-letter/dead-letter.inspect.ts";
export * from "./dead-letter/dead-letter.list.ts";
export * from "./dead-letter/dead-letter.reason.ts";
export * from "./dead-letter/dead-letter.replay.ts";
export * from "./dead-letter/dead-letter.show.ts";
export type { Waiting } from "./dead-letter/dead-letter.waiting.ts";
export { type SweepOptions, sweepExpired } from "./expiry/expiry.sweep.ts";
export type { Swept } from "./expiry/expiry.take.ts";
export * from "./fault.ts";
export * from "./insert/insert.group.ts";
export { type Leadership, openLeadership, type Rank } from "./lease/lease.hold.ts";
export { type CurrencyLiability, type MonthLiability, readLiability } from "./ledger/ledger.liability.ts";
export {
  type CurrencyTotals,
  readCurrencyTotals,
  summedBalancesMax,
} from "./ledger/ledger.totals.ts";
export { writeBalances } from "./ledger/ledger.write.ts";
export { daysShownMax, type LedgerDays, readLedgerDays, type TypeTotal } from "./ledger-day/ledger-day.read.ts";
export { type WriteDaysOptions, writeDays } from "./ledger-day/ledger-day.write.ts";
export { type WriteHeadsOptions, writeHeads } from "./ledger-head/ledger-head.write.ts";
export {
  cancelLedger,
  dropFormerLedger,
  type LedgerOptions,
  partitionLedger,
} from "./ledger-partition/ledger-partition.enable.ts";
export { type LedgerPartitions, readLedgerPartitions } from "./ledger-partition/ledger-partition.read.ts";
export { ledgerParts } from "./ledger-partition/ledger-partition.table.ts";
export { betweenLocks } from "./lock.retry.ts";
export { type Migrated, type MigrateOptions, migrateDatabase } from "./migrate.ts";
export * from "./object/object.names.ts";
export { findByNumber } from "./object/object.number.ts";
export * from "./object/object.request.ts";
export * from "./object/object.settle.ts";
export type {
  ActionCall,
  IdempotencyClaim,
  InsertAnswer,
  InsertOutcome,
  NewRecord,
  Source,
} from "./object/object.types.ts";
export { addPartitions, dropStaleBoundary, monthsAhead, movedMax } from "./partition/partition.add.ts";
export type { ArchiveFacts } from "./partition/partition.archive.ts";
export { attachPartition } from "./partition/partition.attach.ts";
export type { Enabled } from "./partition/partition.change.ts";
export { detachPartition, type MoveOptions } from "./partition/partition.detach.ts";
export { cancelPartitions, enablePartitions } from "./partition/partition.enable.ts";
export {
  listPartitions,
  type PartitionStatus,
  readPartitionStatus,
  type SalePartition,
} from "./partition/partition.read.ts";
export { PartitionError, withPartitions } from "./partition/partition.session.ts";
export * from "./pending/pending.failing.ts";
export { readQueueKeys } from "./pending/pending.key.ts";
export * from "./pending/pending.recover.ts";
export { erasePeople } from "./person/person.erase.ts";
export * from "./person/person.export.ts";
export { describeOtherKeys, readStoredKeys, type StoredKey, unsuitedKeys } from "./personal/personal.key.ts";
export { createPersonalKeys, noKeys, type PersonalKeys } from "./personal/personal.keys.ts";
export * from "./personal/personal.rekey.ts";
export { sealNewRecord } from "./personal/personal.seal.ts";
export { openTotp } from "./personal/personal.totp.ts";
export { estimateLagMs, type PipelineChart, type PipelineSeries } from "./pipeline-minute/pipeline-minute.chart.ts";
export { keepMinutes, type MinuteKeeper } from "./pipeline-minute/pipeline-minute.keep.ts";
export { type PipelineWindow, pipelineWindows, readPipelineChart } from "./pipeline-minute/pipeline-minute.read.ts";
export { deleteOldMinutes } from "./pipeline-minute/pipeline-minute.write.ts";
export * from "./programme/programme.apply.ts";
export * from "./readiness/readiness.inspect.ts";
export * from "./readiness/readiness.probe.ts";
export { ServerUnsupportedError } from "./readiness/readiness.server.ts";
export * from "./redemption/redemption.inspect.ts";
export * from "./redemption/redemption.process.ts";
export * from "./redemption-item/redemption-item.expire.ts";
export * from "./refused.ts";
export { formatPosition, type Position, parsePosition } from "./replica/replica.position.ts";
export { mustAskPrimary } from "./replica/replica.refusal.ts";
export {
  openReplicaSessions,
  type ReplicaFence,
  type ReplicaSessions,
} from "./replica/replica.session.ts";
export { lookAtReplica, type ReplicaLook } from "./replica/replica.status.ts";
export { createTellPosition, type TellPosition } from "./replica/replica.tell.ts";
export { type ReplicaState, type ReplicaWatch, watchReplica } from "./replica/replica.watch.ts";
export type { RowLocks } from "./row-lock.ts";
export type { InspectedEntry, Spending } from "./sale/sale.entries.ts";
export { spendingRowsMax } from "./sale/sale.entries.ts";
export * from "./sale/sale.inspect.ts";
export { processSales } from "./sale/sale.process.ts";
export {
  demandSchema,
  describeOldSchema,
  readSchema,
  type SchemaState,
  unreadableSchema,
} from "./schema/schema.read.ts";
export * from "./segment/segment.process.ts";
export { describeExcessRights, describeMissingRights } from "./service-role/service-role.inspect.ts";
export {
  apiRole,
  consoleRole,
  type ProcessRole,
  processRoles,
  serviceRole,
  workerRole,
} from "./service-role/service-role.rights.ts";
export { watchRights } from "./service-role/service-role.watch.ts";
export type { SettledRecord, Settlement } from "./settlement.ts";
export type { ProcessBatch, StageDeps } from "./stage.ts";
export * from "./status/status.read.ts";
export { readUnattended } from "./status/status.unattended.ts";
export * from "./view/view.call.ts";
export * from "./view/view.compile.ts";
export * from "./view/view.query.ts";
export { type ShownRecord, showRecord } from "./view/view.source.ts";
