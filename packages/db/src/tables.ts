import { revokedToken, tokenKey } from "./access-token/access-token.table.ts";
import { apiClient } from "./api-client/api-client.table.ts";
import { auditEntry } from "./audit/audit.table.ts";
import { awaiting } from "./awaiting/awaiting.table.ts";
import { consoleFlow } from "./console-flow/console-flow.table.ts";
import { consoleIdentity } from "./console-identity/console-identity.table.ts";
import { consoleSession } from "./console-session/console-session.table.ts";
import { consoleUser } from "./console-user/console-user.table.ts";
import { deadLetter } from "./dead-letter/dead-letter.table.ts";
import { history } from "./history/history.table.ts";
import { historyView } from "./history/history.view.ts";
import { idempotencyKey } from "./idempotency/idempotency.table.ts";
import { lease } from "./lease/lease.table.ts";
import { adjustment, balance, ledgerEntry, ledgerPeriodHead } from "./ledger/ledger.table.ts";
import { ledgerDay, ledgerDayMark } from "./ledger-day/ledger-day.table.ts";
import { objectTables } from "./object/object.table.ts";
import { saleArchive, saleDigest, saleKey } from "./partition/partition.table.ts";
import { failing, pending } from "./pending/pending.table.ts";
import { personalKey } from "./personal/personal.key.table.ts";
import { pipelineMinute } from "./pipeline-minute/pipeline-minute.table.ts";
import { catalogue, currency, earningVersion, expiryVersion, programme } from "./programme/programme.table.ts";
import { expiring } from "./redemption-item/redemption-item.table.ts";
import { stock } from "./reward/reward.table.ts";
import { returnedLine, saleReturn } from "./sale-return/sale-return.table.ts";
import { standingViews } from "./standing/standing.table.ts";
import { pageKey } from "./view/view.key.table.ts";

/** The tables that belong to no object. */
export const serviceTables = {
  ledgerEntry,
  ledgerPeriodHead,
  balance,
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
  expiring,
  stock,
  programme,
  earningVersion,
  expiryVersion,
  currency,
  catalogue,
  apiClient,
  tokenKey,
  revokedToken,
  pageKey,
  personalKey,
  consoleUser,
  consoleSession,
  pipelineMinute,
  consoleIdentity,
  consoleFlow,
  ledgerDay,
  ledgerDayMark,
  lease,
  saleKey,
  saleArchive,
  saleDigest,
};

/** The whole schema: a table for each object of the registry, and the service tables. Source of the migrations. */
export const tables = { ...objectTables, ...serviceTables };

/** Database views over the tables. `migrate` creates them after the migrations; no migration names them. */
export const tableViews: readonly { readonly name: string; readonly query: string }[] = [historyView, ...standingViews];
