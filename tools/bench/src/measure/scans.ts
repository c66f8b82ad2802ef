import { createCatalogueCache, createViewRunner, type Database, insertGroup } from "@rewards/db";
import { exampleOf, sale } from "@rewards/domain";
import { stages } from "@rewards/worker";
import { drizzle } from "drizzle-orm/postgres-js";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";
import { runLook, withConnections } from "./view.cost.ts";

const salesExplained = 200;
/** Tables that stay small, however long the service runs. */
const smallTables: readonly string[] = ["catalogue", "programme", "currency", "expiry_version", "store", "product"];

/** Sends the plan of every statement to the client as a notice. */
const explainSettings = {
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
  session_preload_libraries: "auto_explain",
} as const;

/**
 * Runs some sales through the product's own insert and stage, and reads the ledger by its view: each plan is the one
 * that the service uses.
 * @returns the growing tables that a plan reads from end to end
 */
export async function readScans(databaseUrl: string, members: number, look: string): Promise<string[]> {
  const scanned = new Set<string>();
  let plans = 0;
  const onnotice = ({ message = "" }) => {
    // The driver reads the server's types when it connects.
    if (message.includes("pg_catalog.pg_type") || !message.includes('"Plan":')) return;
    const { Plan: plan } = JSON.parse(message.slice(message.indexOf("{"))) as { Plan: PlanNode };
    plans += 1;
    for (const table of fullScansOf(plan)) scanned.add(table);
  };
  await withConnections(databaseUrl, { connection: explainSettings, onnotice }, async (product, [sql, viewSql]) => {
    await processSales({ ...product, sql }, members);
    await runLook(createViewRunner(drizzle(viewSql)), look);
  });
  if (plans === 0) throw new Error("Postgres sent no plan");
  return [...scanned];
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Sequential scans, and index scans without a condition, which read the whole index. */
function fullScansOf(node: PlanNode): string[] {
  const { "Node Type": type, "Relation Name": table } = node;
  const isFull = type === "Seq Scan" || (/^Index .*Scan$/.test(type) && node["Index Cond"] === undefined);
  const below = (node.Plans ?? []).flatMap(fullScansOf);
  return isFull && table && !smallTables.includes(table) ? [table, ...below] : below;
}

async function processSales(database: Database, members: number): Promise<void> {
  const { sql } = database;
  const contentOf = (n: number) => ({
    ...exampleOf(sale, `plan-${uuidv7()}`),
    StoreCode: storeCode,
    MemberExternalID: `M${Math.floor(Math.random() * members)}`,
    SaleItems: [{ ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 }],
  });
  const records = Array.from({ length: salesExplained }, (_, n) => ({
    id: uuidv7(),
    content: sale.content.parse(contentOf(n)) as Record<string, unknown>,
    user: "bench",
  }));
  await insertGroup(sql, sale, records);
  const ids = records.map(({ id }) => id);
  const stage = stages.find(({ definition }) => definition === sale);
  if (!stage) throw new Error("no stage processes sales");
  await stage.process(ids, { database, catalogue: createCatalogueCache(sql) });
}
