import type { serviceTables } from "@rewards/db";

type TableRight = "select" | "insert" | "update" | "delete";
/** As Postgres writes it: `update (status, version)` is the right to change these columns alone. */
export type Right = TableRight | `${"select" | "update"} (${string})`;

export const reads: readonly Right[] = ["select"];
/** For rows that never change. */
const written: readonly Right[] = ["select", "insert"];
export const changed: readonly Right[] = ["select", "insert", "update"];
/** For rows that are deleted when they are done. `for update` needs the right to update. */
const passing: readonly Right[] = ["select", "insert", "update", "delete"];
/** For rows that wait to be done. */
const queued: readonly Right[] = ["select", "insert", "delete"];
export const none: readonly Right[] = [];
/** A client without the hashes of its secrets. */
const shownOfClient = "id, name, rights, scope, secret_at, earlier_until, expires_at, revoked_at, created_at";

/** A subscription without its secrets, which only the worker signs with. */
const shownOfWebhook =
  "id, url, kinds, state, earlier_until, reached, run, failing_since, parked, delivered, last_at, last_status, last_error, created_at, created_by";
/** A worker changes the state of a subscription, and not its URL, kinds or secret. */
const delivered: readonly Right[] = [
  "select",
  "update (state, reached, run, held_until, failures, failing_since, probe_at, parked, due_at, delivered, last_at, last_status, last_error)",
];
const operated: readonly Right[] = [
  "insert",
  "delete",
  `select (${shownOfWebhook})`,
  "update (state, secret, earlier_until, reached, run, held_until, failures, failing_since, probe_at, parked, due_at)",
];

/** AddBalance marks the request that it posts. */
const consented: readonly Right[] = ["select", "update (decided_by, decided_at)"];

/** What each role may do with a table of no object. */
type RightsOfRoles = readonly [
  /** All that the commands of `rewards` do, and all that API and worker do. */
  commands: readonly Right[],
  /** What calls read and change, those of operators too. No user of the console, no right of a client; of a programme, its rules. */
  api: readonly Right[],
  /** What the stages, recovery and the scheduled tasks read and change. No credential, no key, no user, no audit. */
  worker: readonly Right[],
  /** What the console's pages show, and what its actions and log-ins change. */
  console: readonly Right[],
];

/** The database views that statements of data views and of pages of the console name. */
const shownViews = new Set([
  "balance_expiry",
  "expiry_rule",
  "object_history",
  "balance_standing",
  "member_balance",
  "expiring_points",
  "returned_award",
]);

/** Those by which the worker finds the points that it tells before they expire. */
const toldViews = new Set(["expiring_points", "expiry_rule"]);

export const rightsOfView = (name: string): RightsOfRoles => {
  const [shown, told] = [shownViews, toldViews].map((views) => (views.has(name) ? reads : none)) as [
    typeof reads,
    typeof reads,
  ];
  return [reads, shown, told, shown];
};

/** test/deploy/role-rights.test.ts shows the statement that needs each right. */
export const rightsOfTables: Readonly<Record<keyof typeof serviceTables, RightsOfRoles>> = {
  ledgerEntry: [written, written, written, reads],
  ledgerPeriodHead: [written, none, written, none],
  balance: [changed, changed, changed, reads],
  tally: [changed, reads, changed, none],
  adjustment: [written, written, reads, reads],
  pending: [passing, queued, passing, queued],
  failing: [passing, queued, passing, queued],
  deadLetter: [queued, ["select", "delete"], queued, ["select", "delete"]],
  auditEntry: [written, written, none, written],
  history: [written, written, written, written],
  idempotencyKey: [passing, passing, none, none],
  awaiting: [passing, ["select", "update", "delete"], passing, ["select", "delete"]],
  saleReturn: [written, reads, written, reads],
  returnedLine: [changed, reads, changed, reads],
  segmentMember: [changed, changed, reads, reads],
  tierChange: [written, written, written, reads],
  expiring: [queued, ["select", "delete"], queued, none],
  stock: [changed, changed, ["select", "update"], reads],
  programme: [changed, ["select", "update (earning_rules, earning_from, version, update_date_time)"], reads, reads],
  earningVersion: [written, reads, reads, reads],
  expiryVersion: [written, reads, reads, reads],
  currency: [changed, reads, ["select", "update (swept_to, tiers_to)"], reads],
  catalogue: [["select", "update"], ["select", "update"], reads, reads],
  apiClient: [changed, reads, none, [`select (${shownOfClient})`]],
  clientAdjusted: [changed, changed, none, none],
  tokenKey: [reads, reads, none, none],
  revokedToken: [written, written, none, none],
  pageKey: [reads, reads, none, reads],
  personalKey: [passing, changed, none, reads],
  /** Not the rights of a user: nobody raises them through the console. */
  consoleUser: [changed, none, none, ["select", "update (password_hash, totp_period)"]],
  consoleSession: [passing, none, none, passing],
  pipelineMinute: [passing, changed, passing, reads],
  consoleIdentity: [passing, none, none, ["select", "update (issuer, subject)"]],
  consoleFlow: [queued, none, none, queued],
  /** Only the owner's functions ask and refuse. */
  adjustmentRequest: [consented, consented, none, reads],
  ledgerDay: [passing, reads, passing, reads],
  ledgerDayMark: [changed, none, changed, reads],
  storeTotal: [passing, none, passing, reads],
  activityDay: [passing, none, passing, reads],
  lease: [passing, reads, passing, reads],
  saleKey: [written, written, none, none],
  saleArchive: [reads, reads, none, reads],
  saleDigest: [reads, reads, none, none],
  erasedKey: [changed, changed, reads, none],
  memberKey: [passing, passing, reads, reads],
  memberMerge: [written, written, reads, none],
  payment: [written, written, none, reads],
  paymentCancellation: [written, written, none, reads],
  event: [["select", "update (first)", "delete"], reads, ["select", "update (first)", "delete"], reads],
  eventHead: [["select", "update"], reads, ["select", "update"], reads],
  eventKind: [["select", "delete"], reads, ["select", "delete"], none],
  webhook: [passing, operated, delivered, operated],
  webhookParked: [passing, ["select", "update", "delete"], passing, ["select", "update", "delete"]],
  webhookAttempt: [queued, ["select", "delete"], queued, ["select", "delete"]],
};
