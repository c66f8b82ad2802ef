import { fileURLToPath } from "node:url";
import { awaiting } from "./awaiting/awaiting.table.ts";
import { event, eventHead, eventKind } from "./event/event.table.ts";
import { history } from "./history/history.table.ts";
import { historyView } from "./history/history.view.ts";
import { idempotencyKey } from "./idempotency/idempotency.table.ts";
import { adjustment, balance, ledgerEntry, ledgerPeriodHead } from "./ledger/ledger.table.ts";
import { tally } from "./ledger/ledger.tally.ts";
import { memberKey } from "./member.card.ts";
import { erasedKey } from "./member.key.ts";
import { memberMerge } from "./member.merge.ts";
import { objectTables } from "./object/object.table.ts";
import { payment, paymentCancellation } from "./payment/payment.table.ts";
import { failing, pending } from "./pending/pending.table.ts";
import { personalKey } from "./personal/personal.key.ts";
import { catalogue, currency, earningVersion, expiryVersion, programme } from "./programme/programme.table.ts";
import { expiring } from "./redemption-item/redemption-item.expire.ts";
import { stock } from "./reward.stock.ts";
import { saleArchive, saleDigest, saleKey } from "./sale/sale.key.table.ts";
import { returnedLine, saleReturn } from "./sale-return/sale-return.table.ts";
import { segmentMember } from "./segment-member/segment-member.table.ts";
import { standingViews } from "./standing/standing.table.ts";
import {
  adjustmentRequest,
  apiClient,
  clientAdjusted,
  consoleFlow,
  consoleIdentity,
  consoleSession,
  consoleUser,
  revokedToken,
  tokenKey,
} from "./tables/access.table.ts";
import {
  activityDay,
  auditEntry,
  deadLetter,
  lease,
  ledgerDay,
  ledgerDayMark,
  pipelineMinute,
  storeTotal,
} from "./tables/operations.table.ts";
import { tierChange } from "./tier/tier.table.ts";
import { pageKey } from "./view/view.key.ts";
import { webhook, webhookAttempt, webhookParked } from "./webhook/webhook.table.ts";

/** The tables that belong to no object. */
export const serviceTables = {
  ledgerEntry,
  ledgerPeriodHead,
  balance,
  tally,
  adjustment,
  pending,
  failing,
  deadLetter,
  auditEntry,
  history,
  idempotencyKey,
  awaiting,
  saleReturn,
  returnedLine,
  segmentMember,
  tierChange,
  expiring,
  stock,
  programme,
  earningVersion,
  expiryVersion,
  currency,
  catalogue,
  apiClient,
  clientAdjusted,
  tokenKey,
  revokedToken,
  pageKey,
  personalKey,
  consoleUser,
  consoleSession,
  pipelineMinute,
  consoleIdentity,
  consoleFlow,
  adjustmentRequest,
  ledgerDay,
  ledgerDayMark,
  storeTotal,
  activityDay,
  lease,
  saleKey,
  saleArchive,
  saleDigest,
  erasedKey,
  memberKey,
  memberMerge,
  payment,
  paymentCancellation,
  event,
  eventHead,
  eventKind,
  webhook,
  webhookParked,
  webhookAttempt,
};

/** The whole schema: a table for each object of the registry, and the service tables. Source of the migrations. */
export const tables = { ...objectTables, ...serviceTables };

/** Database views over the tables. `migrate` creates them after the migrations; no migration names them. */
export const tableViews: readonly { readonly name: string; readonly query: string }[] = [historyView, ...standingViews];

/** The migrations of this release, in the form that drizzle-kit writes. */
export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));
