import { type ObjectDefinition, objects } from "@rewards/domain";
import { getTableName } from "drizzle-orm";
import { serviceTables, tableViews } from "../tables.ts";

type TableRight = "select" | "insert" | "update" | "delete";
/** As Postgres writes it: `update (status, version)` is the right to change these columns alone. */
type Right = TableRight | `update (${string})`;

/** A role of the service's processes. It owns nothing, so it cannot disable triggers. `migrate` grants its rights. */
export interface ProcessRole {
  readonly name: string;
  /** Who connects with it, for messages. */
  readonly of: string;
  /** The rights that it needs, by the Postgres name of the table or view: all tables, also those without a right. */
  readonly rights: ReadonlyMap<string, readonly Right[]>;
}

const reads: readonly Right[] = ["select"];
/** For rows that never change. */
const written: readonly Right[] = ["select", "insert"];
const changed: readonly Right[] = ["select", "insert", "update"];
/** For rows that are deleted when they are done. `for update` needs the right to update. */
const passing: readonly Right[] = ["select", "insert", "update", "delete"];

type RightsOfTables = Readonly<Record<keyof typeof serviceTables, readonly Right[]>>;

const serviceRights: RightsOfTables = {
  ledgerEntry: written,
  /** From an older release: the check of the books reads it, and the first period head continues it. */
  ledgerHead: ["select"],
  ledgerPeriodHead: written,
  balance: changed,
  adjustment: written,
  pending: passing,
  failing: passing,
  deadLetter: ["select", "insert", "delete"],
  auditEntry: written,
  history: written,
  idempotencyKey: passing,
  awaiting: passing,
  saleReturn: written,
  returnedLine: changed,
  expiring: ["select", "insert", "delete"],
  stock: changed,
  programme: changed,
  earningVersion: written,
  expiryVersion: written,
  currency: changed,
  catalogue: ["select", "update"],
  apiClient: changed,
  tokenKey: ["select", "insert", "delete"],
  revokedToken: ["select", "insert", "delete"],
  pageKey: ["select"],
  personalKey: passing,
  consoleUser: changed,
  consoleSession: passing,
  pipelineMinute: passing,
  consoleIdentity: passing,
  consoleFlow: ["select", "insert", "delete"],
  ledgerDay: passing,
  ledgerDayMark: changed,
  lease: passing,
};

/** The console reads what its pages show. It writes what its actions change, and log-ins. */
const consoleRights: RightsOfTables = {
  ledgerEntry: reads,
  ledgerHead: [],
  ledgerPeriodHead: [],
  balance: reads,
  adjustment: reads,
  pending: ["select", "insert", "delete"],
  failing: ["select", "insert", "delete"],
  deadLetter: ["select", "delete"],
  auditEntry: written,
  history: written,
  idempotencyKey: [],
  awaiting: ["select", "delete"],
  saleReturn: reads,
  returnedLine: reads,
  expiring: [],
  stock: reads,
  programme: reads,
  earningVersion: reads,
  expiryVersion: reads,
  currency: reads,
  catalogue: reads,
  apiClient: ["select", "insert", "update (secret_hash, secret_at, earlier_hash, earlier_until, revoked_at, revision)"],
  tokenKey: [],
  revokedToken: [],
  pageKey: reads,
  personalKey: reads,
  /** Not the rights of a user: nobody raises them through the console. */
  consoleUser: ["select", "update (password_hash, password_at, totp_period)"],
  consoleSession: passing,
  pipelineMinute: reads,
  consoleIdentity: ["select", "update (issuer, subject, bound_at)"],
  consoleFlow: ["select", "insert", "delete"],
  ledgerDay: reads,
  ledgerDayMark: reads,
  lease: reads,
};

/** What a discard of a dead letter changes in its record. */
const discarded: readonly Right[] = [
  "select",
  "update (status, confirmation_note, version, update_date_time, update_user_id, settled_by)",
];

type RightsOfObject = (definition: ObjectDefinition) => readonly Right[];

/** Objects are never deleted. */
function rightsOf(ofObject: RightsOfObject, ofTables: RightsOfTables): ReadonlyMap<string, readonly Right[]> {
  return new Map([
    ...objects.map((definition) => [definition.noun, ofObject(definition)] as const),
    ...Object.entries(serviceTables).map(
      ([name, table]) => [getTableName(table), ofTables[name as keyof RightsOfTables]] as const,
    ),
    ...tableViews.map(({ name }) => [name, reads] as const),
  ]);
}

export const serviceRole: ProcessRole = {
  name: "rewards_service",
  of: "API and worker",
  rights: rightsOf(() => changed, serviceRights),
};

export const consoleRole: ProcessRole = {
  name: "rewards_console",
  of: "the console",
  rights: rightsOf(({ staged }) => (staged ? discarded : reads), consoleRights),
};

export const processRoles: readonly ProcessRole[] = [serviceRole, consoleRole];
