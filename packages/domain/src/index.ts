// A file is exported whole only if other packages use all of it. Knip finds names that none uses.
export { actionFields, actionResources, type ContentField, contentFields, showActionFields } from "./action.form.ts";
export {
  type ActionDefinition,
  type EffectName,
  parseActionContent,
  statusAfter,
  statusIllegal,
} from "./action.ts";
export {
  type Amount,
  amountMax,
  amountOf,
  amountShown,
  formatAmount,
  formatProduct,
  isAmountNumber,
  multiplyRounded,
  parseAmount,
  productOf,
  type Rounding,
  showAmount,
} from "./amount.ts";
export {
  type ExpectedVersions,
  firstVersion,
  formatId,
  formatTag,
  parseId,
  parseIfMatch,
  refuseStale,
  type ShapePath,
  shapeAnswer,
} from "./answer.ts";
export * from "./audit.ts";
export * from "./client.scope.ts";
export * from "./client.ts";
export * from "./console-user.ts";
export { metadataOf, parametersOf } from "./data-view.metadata.ts";
export {
  type ComputationName,
  type Condition,
  type DataViewDefinition,
  defineDataView,
  isMemberKey,
  parametersPage,
  parseParameters,
  recordsMax,
  textParameter,
  timestampParameter,
  type ViewParameters,
} from "./data-view.ts";
export * from "./dead-letter.ts";
export type { ProductFacts } from "./earning/earning.rule.ts";
export { type Earning, type EarningVersion, versionInForce } from "./earning/earning.version.ts";
export { earningRule, fileOrigin } from "./earning-rule/earning-rule.class.ts";
export { anewOf, type FileChange, type FilePlan, planFile } from "./earning-rule/earning-rule.file.ts";
export {
  endedRule,
  type HeldRule,
  refuseRule,
  ruleChangesMax,
  ruleChangesWithinMs,
  rulesOfVersion,
} from "./earning-rule/earning-rule.set.ts";
export * from "./error.table.ts";
export { AppError, type ErrorDetail, errorBody } from "./error.ts";
export { type EventKind, eventKindNames, eventKinds } from "./event/event.kind.ts";
export { type EventsSinceContent, eventRecord, eventsMax, eventsSince } from "./event/event.view.ts";
export * from "./example.ts";
export * from "./expiry/expiry.cutoff.ts";
export * from "./expiry/expiry.due.ts";
export * from "./field.page.ts";
/** @public The compiler names them where other packages export what it infers from fields. */
export type { ContentOf, InputField } from "./field.ts";
export {
  constant,
  derived,
  exampleReference,
  exampleUuid,
  type Field,
  type FieldType,
  flag,
  hidden,
  optionalDate,
  optionalText,
  optionalTimestamp,
  requiredAmount,
  requiredText,
  requiredTimestamp,
  stored,
} from "./field.ts";
export { groupBy } from "./group.ts";
export * from "./history/history.changes.ts";
export * from "./history/history.record.ts";
export * from "./idempotency.ts";
export { normaliseKey } from "./key.ts";
export { availableOf, takenOf } from "./ledger/ledger.available.ts";
export { type Book, balanceName, hashEntry, openBook } from "./ledger/ledger.book.ts";
export { fitsCancellations, postCancellation } from "./ledger/ledger.cancel.ts";
export * from "./ledger/ledger.entry.ts";
export {
  closedUntil,
  type Fold,
  findBrokenHeads,
  hashHead,
  headGraceMs,
  headPeriodMs,
  headsOf,
  type LedgerHead,
} from "./ledger/ledger.head.ts";
export { adjustment, expiringPoints, ledgerEntry, memberBalance } from "./ledger/ledger.record.ts";
export {
  expiringPointsOfMember,
  ledgerDay,
  ledgerEntriesBetweenDates,
  ledgerTotalsByDay,
  memberBalances,
} from "./ledger/ledger.views.ts";
export { type Why, whyText } from "./ledger/ledger.why.ts";
export { type CardContent, cardField } from "./member/member.card.ts";
export { memberCard } from "./member/member.card.view.ts";
export { type AdjustmentContent, addBalance, decideAdjustment, editMember, member } from "./member/member.class.ts";
export { memberMerge } from "./member/member.merge.record.ts";
export {
  endByMerge,
  type MergeContent,
  mergedFields,
  mergedKey,
} from "./member/member.merge.ts";
export { decideMerge, transferAll } from "./member/member.transfer.ts";
export {
  bodyBytesMaxDefault,
  deletedStatus,
  expiryOf,
  isFinal,
  isTimed,
  lapseOf,
  moveFrom,
  type ObjectDefinition,
  statusAt,
  statusesOf,
} from "./object.ts";
export { parseContent } from "./parse.ts";
export type { CancelPaymentContent, PaymentContent } from "./payment/payment.actions.ts";
export { decidePayment, pointsToGiveBack } from "./payment/payment.decide.ts";
export { payment, paymentCancellation } from "./payment/payment.record.ts";
export type { PaymentTerms } from "./payment/payment.terms.ts";
export * from "./person.ts";
export { product } from "./product/product.class.ts";
export { consentDays, consentedReason, consentKey, requestOfKey } from "./programme.adjustment.ts";
export * from "./programme.ts";
export type { PointValue } from "./programme.value.ts";
export {
  comparatorNames,
  comparators,
  comparatorsOf,
  functionsOf,
  summaryFunctionNames,
  summaryFunctions,
} from "./query/query.comparator.ts";
export { definedFieldAt, queryFieldsOf } from "./query/query.field.ts";
export { comparesPersonal } from "./query/query.filter.ts";
export * from "./query/query.parse.ts";
export { decodePlace, encodePlace, type PagePlace, type PlaceValue, queryPrint } from "./query/query.token.ts";
export {
  type Aggregation,
  aggregationsMax,
  type BaseComparator,
  conditionsMax,
  type FieldCondition,
  type Filter,
  type Grouping,
  inListValuesMax,
  type Paging,
  pageNumberMax,
  pageSizeDefault,
  type QueryField,
  type QueryValue,
  queryNameLengthMax,
  type Selection,
  type SortTerm,
  type SummaryFunction,
  selectedFieldsMax,
  sortFieldsMax,
  type ViewQuery,
} from "./query/query.ts";
export { type ValueKind, valueKindOf } from "./query/query.value.ts";
export {
  applicationName,
  applicationVersion,
  callerUser,
  metadata,
  operatorUser,
  type RecordDefinition,
  recordOf,
  stageId,
  stageName,
  systemUser,
} from "./record.ts";
export type { PointsDesk } from "./redemption/redemption.balance.ts";
export type { CancelContent } from "./redemption/redemption.cancel.ts";
export { type RedemptionLine, redemption } from "./redemption/redemption.class.ts";
export {
  decideRedemption,
  type RedeemableReward,
  type RedemptionDesk,
  type RedemptionToDecide,
} from "./redemption/redemption.decide.ts";
export type { RedeemedCounts, RedemptionLimits } from "./redemption/redemption.velocity.ts";
export {
  cancelVoucher,
  redemptionItem,
  redemptionItemsByMember,
  redemptionItemsByVoucherCode,
} from "./redemption-item/redemption-item.class.ts";
export type { MintedItem } from "./redemption-item/redemption-item.mint.ts";
export {
  hasValidCheckSymbol,
  mintVoucherCode,
  normaliseVoucherCode,
  voucherRandomBytes,
} from "./redemption-item/voucher.ts";
export * from "./registry.ts";
export {
  type AddStockContent,
  countedRewardType,
  decideAddStock,
  isStockCounted,
  reward,
} from "./reward/reward.class.ts";
export * from "./right.ts";
export { compileRules, type RuleSet } from "./rule/rule.compile.ts";
export { type Matched, matchRules, type RuleFacts } from "./rule/rule.match.ts";
export { dayMs, localMsOf, periods } from "./rule/rule.period.ts";
export { sayRule } from "./rule/rule.say.ts";
export { capPers, type GainKind, type Rule, type RuleBody, ruleBodySchema, weekdays } from "./rule/rule.schema.ts";
export { type ChangedSum, openTally, type Sums, sumName, sumsIn } from "./rule/rule.tally.ts";
export { canonicalRule, canonicalRules, parseRules } from "./rule/rule.text.ts";
export { type RuleWarning, warnOfRules } from "./rule/rule.warn.ts";
export { progressOf, showProgress } from "./rule-progress/rule-progress.show.ts";
export { ruleProgress } from "./rule-progress/rule-progress.view.ts";
export { type SaleContent, type SaleItem, sale, saleItemsMax } from "./sale/sale.class.ts";
export { countedAtMs } from "./sale/sale.clock.ts";
export { decideSale, planSale } from "./sale/sale.decide.ts";
export { type EarnedSale, earnSale } from "./sale/sale.earn.ts";
export { describeEntry, type Explanation, explainSale, partsText } from "./sale/sale.explain.ts";
export {
  awaitingNote,
  erasedKeyNote,
  type MissingKeys,
  missingReferences,
  type SaleKeys,
  unearnedStoreNote,
} from "./sale/sale.note.ts";
export type { SaleOutcome, SalePlan, SaleReferences, SaleToDecide, WrittenReturn } from "./sale/sale.plan.ts";
export { type Figure, recomputeEntry, type StoredEntry } from "./sale/sale.recompute.ts";
export { type RepricedWorth, repricePosting, repriceSale } from "./sale/sale.reprice.ts";
export { saleTier } from "./sale/sale.tier.ts";
export { saleOutcome } from "./sale-outcome/sale-outcome.view.ts";
export { showPreview } from "./sale-preview/sale-preview.show.ts";
export { type PreviewContent, previewSale } from "./sale-preview/sale-preview.view.ts";
export { heldPoints } from "./sale-return/sale-return.hold.ts";
export {
  type Award,
  type KnownOriginal,
  type OriginalSale,
  type Originals,
  type ProductCodes,
  type ProductRecord,
  type ProductRecords,
  productThen,
  type Repricing,
  type SoldGoods,
  soldGoods,
  withRepricing,
} from "./sale-return/sale-return.original.ts";
export { saleReturn } from "./sale-return/sale-return.record.ts";
export { allLines, type TakenBefore } from "./sale-return/sale-return.remain.ts";
export { returnsSumKey } from "./sale-return/sale-return.sum.ts";
export type { Returned } from "./sale-return/sale-return.take.ts";
export { isTimeZone, timestampSchema } from "./schema.time.ts";
export { type FieldDoc, fitsLength, isText, rareMark, stringLengthMax } from "./schema.ts";
export * from "./scope.sums.ts";
export * from "./scope.ts";
export {
  addSegmentMembers,
  decideSegment,
  type SegmentMembersContent,
  segment,
  segmentMembersMax,
} from "./segment/segment.class.ts";
export {
  addedNote,
  type Membership,
  membersUnknown,
  removedNote,
  segmentMember,
  segmentsAt,
} from "./segment/segment.member.ts";
export {
  openReplay,
  type Replayed,
  type ReplayedOriginal,
  type ReplayedProgramme,
  type ReplayReferences,
} from "./simulation/simulation.replay.ts";
export { store } from "./store/store.class.ts";
export { tierBooksOf } from "./tier/tier.books.ts";
export { tierChange, tierChangesByMember } from "./tier/tier.change.ts";
export { showTier } from "./tier/tier.progress.ts";
export { canonicalTiers, parseTiers, type TierRules, tierCounts } from "./tier/tier.schema.ts";
export {
  moveTiers,
  type TierBook,
  type TierBooks,
  type TierChange,
  type TierState,
  tierNow,
  tierPeriodOf,
} from "./tier/tier.sums.ts";
export { memberTiers } from "./tier/tier.view.ts";
export {
  parseAttemptsCall,
  parseWebhookId,
  type WebhookContent,
  webhookContent,
  webhookPrefix,
  webhookReplayContent,
  webhooksMax,
} from "./webhook/webhook.content.ts";
