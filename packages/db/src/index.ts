export { type ActionOutcome, runAction, runActions } from "./action/action.run.ts";
export { type AuditEntry, type Author, auditChange, auditRefusal, writeAudit, writeAudits } from "./audit.write.ts";
export { awaitingQueue, lockKeys, sweepAwaiting, wakeReturns } from "./awaiting/awaiting.wake.ts";
export { isAward, lastExpired } from "./award.ts";
export { bumpCatalogue, createCatalogueCache, loadProducts } from "./catalogue/catalogue.cache.ts";
export { loadProductRecords, loadReturnedProducts } from "./catalogue/catalogue.codes.ts";
export { expiryRules, loadProgrammes } from "./catalogue/catalogue.programmes.ts";
export { createRuleSets, versionName } from "./catalogue/catalogue.rules.ts";
export {
  type Database,
  type DatabaseOptions,
  type Fragment,
  openDatabase,
  openLanes,
  openStandby,
  roleSettings,
  type Sql,
  type StandbyOptions,
  type Tx,
} from "./client.ts";
export { openPool, type Pool, serverOptions, traceStatements, transactionMsMax } from "./connection/connection.open.ts";
export { type ConnectionUse, countConnections, socketsOf, watchConnections } from "./connection/connection.watch.ts";
export {
  lockProgrammes,
  readRules,
  type StoredRule,
} from "./earning-rule/earning-rule.programme.ts";
export { tellExpiring } from "./event/event.expiring.ts";
export { endUnwantedKinds, numberEvents, pruneEvents, readUnnumberedMs } from "./event/event.number.ts";
export { eventIdOf } from "./event/event.read.ts";
export type { RenderedEvent } from "./event/event.render.ts";
export { sweepExpired } from "./expiry/expiry.sweep.ts";
export {
  codeOf,
  deadlockDetected,
  faultKind,
  isConnectionLost,
  isUnsuited,
  lockNotAvailable,
  queryCanceled,
  violates,
} from "./fault.ts";
export { changeRecords, writeMoves } from "./history/history.write.ts";
export { hashedKey } from "./idempotency/idempotency.claim.ts";
export { type ClaimedCall, createClaim } from "./idempotency/idempotency.hash.ts";
export { contentDigest } from "./insert/insert.detached.ts";
export { insertGroup } from "./insert/insert.group.ts";
export { insertRows } from "./insert/insert.rows.ts";
export { type LockedBalance, lockBalances, readClock } from "./ledger/ledger.lock.ts";
export { ledgerEntry } from "./ledger/ledger.table.ts";
export { writeTiers } from "./ledger/ledger.tiers.ts";
export { postingsEnd, writeBalances, writeEntries } from "./ledger/ledger.write.ts";
export { type AdvisoryLock, advisoryLocks, type RowLocks } from "./lock.ts";
export { freeUnused } from "./member.card.ts";
export { heldKey, memberByKey, newSurrogate, writeErasedKey } from "./member.key.ts";
export { readNames } from "./object/object.names.ts";
export { isLive, StatusMovedError, settle } from "./object/object.settle.ts";
export { shownStatus } from "./object/object.status.ts";
export { columnFields, columnName, sealedColumn, sealedColumnNames, sqlTypeOf } from "./object/object.table.ts";
export type { ActionCall, IdempotencyClaim, InsertAnswer, NewRecord, Source } from "./object/object.types.ts";
export {
  againAfterSeconds,
  attemptsMax,
  postponements,
  postponePending,
  recordFailing,
  takeDueFailing,
} from "./pending/pending.failing.ts";
export {
  beforeAllPending,
  type PendingPlace,
  readOldestPending,
  readOverdue,
  readQueueKeys,
  restampFuture,
} from "./pending/pending.recover.ts";
export {
  describeOtherKeys,
  holdKey,
  readStoredKeys,
  refuseOtherKeys,
  type StoredKey,
  unsuitedKeys,
} from "./personal/personal.key.ts";
export { createPersonalKeys, noKeys, type PersonalKeys } from "./personal/personal.keys.ts";
export {
  clearedColumns,
  openPersonal,
  personalClasses,
  personalColumns,
  personalFields,
  readPersonal,
  sealNewRecord,
} from "./personal/personal.seal.ts";
export { redemptionOpenStatuses } from "./redemption/redemption.load.ts";
export { fulfilRedemptions, processRedemptions } from "./redemption/redemption.process.ts";
export { expireItems, expireRowsMax } from "./redemption-item/redemption-item.expire.ts";
export { VoucherTakenError } from "./redemption-item/redemption-item.insert.ts";
export { saleKeyParts } from "./sale/sale.key.table.ts";
export { loadMembers, saleOpenStatuses } from "./sale/sale.load.ts";
export { processSales } from "./sale/sale.process.ts";
export { type RepricedSale, type RepriceOptions, type RepriceOutcome, repriceSales } from "./sale/sale.reprice.ts";
export { findPendingSales } from "./sale-outcome/sale-outcome.pending.ts";
export { createGoodsCache } from "./sale-return/sale-return.goods.ts";
export { loadOriginalsAt } from "./sale-return/sale-return.past.ts";
export { seal, unseal } from "./seal.ts";
export { processSegments } from "./segment.process.ts";
export { loadMemberships } from "./segment-member/segment-member.load.ts";
export { endMemberships } from "./segment-member/segment-member.write.ts";
export type { ProcessBatch, SettledRecord, StageDeps } from "./settlement.ts";
export { expiryBy, expiryRulesOf, keptFrom, keptFromBy, rulesOf } from "./standing/standing.rule.ts";
export { allowLong, allowScans, scanMsMax, textLiteral } from "./statement.ts";
export { migrationsFolder, serviceTables, tables, tableViews } from "./tables.ts";
export { sweepTiers } from "./tier/tier.sweep.ts";
export type { ViewAnswer, ViewCall, ViewSummary } from "./view/view.call.ts";
export {
  collectAnswer,
  createViewRunner,
  findObject,
  type ObjectInfo,
  showObject,
  type ViewRunner,
} from "./view/view.compile.ts";
export { ensurePageKey } from "./view/view.key.ts";
export { createLanes, isKeyed, type Lane, readLane } from "./view/view.lane.ts";
export type { ShownRecord } from "./view/view.source.ts";
export { claimWebhooks, type HeldWebhook, releaseWebhook } from "./webhook/webhook.claim.ts";
export { pruneWebhooks } from "./webhook/webhook.prune.ts";
export { type ParkedEvent, readSlice, type Slice } from "./webhook/webhook.read.ts";
export { type ParkedChange, type SliceOutcome, writeSlice } from "./webhook/webhook.write.ts";
