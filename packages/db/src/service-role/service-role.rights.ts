import { getTableName } from "drizzle-orm";
import { objectTables } from "../object/object.table.ts";
import { serviceTables, tableViews } from "../tables.ts";

/** The role of API and worker. It owns nothing, so what refuses changes binds it; `migrate` gives it its rights. */
export const serviceRole = "rewards_service";

type Right = "select" | "insert" | "update" | "delete";

/** Rows that are never changed again. */
const written: readonly Right[] = ["select", "insert"];
const changed: readonly Right[] = ["select", "insert", "update"];
/** Rows that go when they are done. `for update` needs the right to update. */
const passing: readonly Right[] = ["select", "insert", "update", "delete"];

const ownRights: Readonly<Record<keyof typeof serviceTables, readonly Right[]>> = {
  ledgerEntry: written,
  /** Of an older release: read by the check of the books alone. */
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
  expiring: ["select", "insert", "delete"],
  stock: changed,
  programme: changed,
  currency: changed,
  catalogue: ["select", "update"],
};

/** What the role needs, by the names of tables and views in Postgres. Records of objects are never deleted. */
export const serviceRights: ReadonlyMap<string, readonly Right[]> = new Map([
  ...Object.values(objectTables).map((table) => [getTableName(table), changed] as const),
  ...Object.entries(serviceTables).map(
    ([name, table]) => [getTableName(table), ownRights[name as keyof typeof serviceTables]] as const,
  ),
  ...tableViews.map(({ name }) => [name, ["select"] as const] as const),
]);
