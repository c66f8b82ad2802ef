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
  /** The functions of the owner that it may call. Each does one thing, for which the role lacks the rights. */
  readonly functions?: readonly string[];
}

const reads: readonly Right[] = ["select"];
/** For rows that never change. */
const written: readonly Right[] = ["select", "insert"];
const changed: readonly Right[] = ["select", "insert", "update"];
/** For rows that are deleted when they are done. `for update` needs the right to update. */
const passing: readonly Right[] = ["select", "insert", "update", "delete"];

type RightsOfTables = Readonly<Record<keyof typeof serviceTables, readonly Right[]>>;

/** All that the commands of `rewards` do, and all that API and worker do. */
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
  saleKey: written,
  saleArchive: reads,
  saleDigest: reads,
  partitioning: reads,
};

/** What calls read and change, those of operators too. No user of the console, no right of a client, no programme. */
const apiRights: RightsOfTables = {
  ledgerEntry: written,
  ledgerHead: [],
  ledgerPeriodHead: [],
  balance: changed,
  adjustment: written,
  pending: ["select", "insert", "delete"],
  failing: ["select", "insert", "delete"],
  deadLetter: ["select", "delete"],
  auditEntry: written,
  history: written,
  idempotencyKey: passing,
  awaiting: passing,
  saleReturn: reads,
  returnedLine: reads,
  expiring: ["select", "delete"],
  stock: changed,
  programme: reads,
  earningVersion: reads,
  expiryVersion: reads,
  currency: reads,
  catalogue: ["select", "update"],
  apiClient: reads,
  tokenKey: ["select", "insert", "delete"],
  revokedToken: ["select", "insert", "delete"],
  pageKey: reads,
  personalKey: changed,
  consoleUser: [],
  consoleSession: [],
  pipelineMinute: changed,
  consoleIdentity: [],
  consoleFlow: [],
  ledgerDay: reads,
  ledgerDayMark: reads,
  lease: reads,
  saleKey: written,
  saleArchive: reads,
  saleDigest: reads,
  partitioning: reads,
};

/** What the stages, recovery and the scheduled tasks read and change. No credential, no key, no user, no audit. */
const workerRights: RightsOfTables = {
  ledgerEntry: written,
  ledgerHead: reads,
  ledgerPeriodHead: written,
  balance: changed,
  adjustment: reads,
  pending: passing,
  failing: passing,
  deadLetter: ["select", "insert", "delete"],
  auditEntry: [],
  history: written,
  idempotencyKey: [],
  awaiting: passing,
  saleReturn: written,
  returnedLine: changed,
  expiring: ["select", "insert", "delete"],
  stock: ["select", "update"],
  programme: reads,
  earningVersion: reads,
  expiryVersion: reads,
  currency: ["select", "update (swept_to)"],
  catalogue: reads,
  apiClient: [],
  tokenKey: [],
  revokedToken: [],
  pageKey: [],
  personalKey: [],
  consoleUser: [],
  consoleSession: [],
  pipelineMinute: passing,
  consoleIdentity: [],
  consoleFlow: [],
  ledgerDay: passing,
  ledgerDayMark: changed,
  lease: passing,
  saleKey: [],
  saleArchive: reads,
  saleDigest: [],
  partitioning: reads,
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
  saleKey: [],
  saleArchive: reads,
  saleDigest: [],
  partitioning: reads,
};

const movedColumns = "status, confirmation_note, version, update_date_time, update_user_id";
/** What a worker, or the discard of a dead letter, changes in a record. */
const settled: readonly Right[] = ["select", `update (${movedColumns}, settled_by)`];
/** What a worker does with records that it creates itself. */
const minted: readonly Right[] = ["select", "insert", `update (${movedColumns})`];

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

/** A class without a path is created by a worker alone. */
const ofApi: RightsOfObject = ({ path }) => (path === null ? ["select", "update"] : changed);

function ofWorker({ path, staged }: ObjectDefinition): readonly Right[] {
  if (path === null) return minted;
  return staged ? settled : reads;
}

/** They make the partitions of coming months, and let go of a change to partitions that was left alone. */
const partitionFunctions = ["add_sale_partitions(integer)", "drop_stale_boundary()"] as const;

/** Also for API and worker of earlier releases, and of installations that have no other role for them. */
export const serviceRole: ProcessRole = {
  name: "rewards_service",
  of: "the commands of rewards",
  rights: rightsOf(() => changed, serviceRights),
  functions: partitionFunctions,
};

export const apiRole: ProcessRole = { name: "rewards_api", of: "the API", rights: rightsOf(ofApi, apiRights) };

export const workerRole: ProcessRole = {
  name: "rewards_worker",
  of: "the worker",
  rights: rightsOf(ofWorker, workerRights),
  functions: partitionFunctions,
};

export const consoleRole: ProcessRole = {
  name: "rewards_console",
  of: "the console",
  rights: rightsOf(({ staged }) => (staged ? settled : reads), consoleRights),
};

export const processRoles: readonly ProcessRole[] = [serviceRole, apiRole, workerRole, consoleRole];
