import { getTableName } from "drizzle-orm";
import { objectTables } from "../object/object.table.ts";
import { serviceTables, tableViews } from "../tables.ts";

/** The role of API and worker. It owns nothing, so it cannot disable triggers. `migrate` grants its rights. */
export const serviceRole = "rewards_service";

type Right = "select" | "insert" | "update" | "delete";

/** For rows that never change. */
const written: readonly Right[] = ["select", "insert"];
const changed: readonly Right[] = ["select", "insert", "update"];
/** For rows that are deleted when they are done. `for update` needs the right to update. */
const passing: readonly Right[] = ["select", "insert", "update", "delete"];

const ownRights: Readonly<Record<keyof typeof serviceTables, readonly Right[]>> = {
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
  lease: changed,
};

/** The rights that the role needs, by the Postgres name of the table or view. Objects are never deleted. */
export const serviceRights: ReadonlyMap<string, readonly Right[]> = new Map([
  ...Object.values(objectTables).map((table) => [getTableName(table), changed] as const),
  ...Object.entries(serviceTables).map(
    ([name, table]) => [getTableName(table), ownRights[name as keyof typeof serviceTables]] as const,
  ),
  ...tableViews.map(({ name }) => [name, ["select"] as const] as const),
]);
