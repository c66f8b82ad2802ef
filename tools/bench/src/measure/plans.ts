import { createCatalogueCache, createViewRunner, type Database, insertGroup, openDatabase } from "@rewards/db";
import { exampleOf, sale } from "@rewards/domain";
import { stages } from "@rewards/worker";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";
import { runLook } from "./view.cost.ts";

/** A statement of the product as Postgres ran it. */
export interface StatementPlan {
  readonly statement: string;
  /** The text of EXPLAIN (ANALYZE, BUFFERS). */
  readonly plan: string;
  /** Growing tables of which it scanned all. */
  readonly scanned: readonly string[];
}

const salesExplained = 200;
/** Tables that stay small, however long the service runs. */
const smallTables: readonly string[] = ["catalogue", "programme", "currency", "expiry_version", "store", "product"];

/** Sends the plan of every statement to the client as a notice. */
const explainSettings = {
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_level": "notice",
  "auto_explain.log_parameter_max_length": "0",
  session_preload_libraries: "auto_explain",
} as const;

/**
 * Runs some sales through the product's own insert and stage, and reads the ledger by its view. The connection has the
 * product's settings, so that each plan is the one that the service uses.
 * @param look a member and two times, in the form of the ledger view's workload.
 */
export async function readPlans(databaseUrl: string, members: number, look: string): Promise<StatementPlan[]> {
  const product = openDatabase({ url: databaseUrl, name: "bench-plans", poolMax: 1, viewPoolMax: 1 });
  const plans: StatementPlan[] = [];
  const connect = () =>
    postgres(databaseUrl, {
      max: 1,
      connection: { ...product.sql.options.connection, ...explainSettings },
      onnotice: ({ message = "" }) => plans.push(...planOf(message)),
    });
  const [sql, viewSql] = [connect(), connect()];
  try {
    await processSales({ ...product, sql }, members);
    await runLook(createViewRunner(drizzle(viewSql)), look);
  } finally {
    await Promise.all([sql.end(), viewSql.end(), product.close()]);
  }
  return plans;
}

async function processSales(database: Database, members: number): Promise<void> {
  const { sql } = database;
  const records = Array.from({ length: salesExplained }, (_, n) => ({
    id: uuidv7(),
    content: sale.content.parse(contentOf(n, members)) as Record<string, unknown>,
    user: "bench",
  }));
  await insertGroup(sql, sale, records);
  const stage = stages.find(({ definition }) => definition === sale);
  if (!stage) throw new Error("no stage processes sales");
  await stage.process(
    records.map(({ id }) => id),
    { database, catalogue: createCatalogueCache(sql) },
  );
}

function contentOf(n: number, members: number) {
  return {
    ...exampleOf(sale, `plan-${uuidv7()}`),
    StoreCode: storeCode,
    MemberExternalID: `M${Math.floor(Math.random() * members)}`,
    SaleItems: [{ ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 }],
  };
}

const queryLabel = "Query Text: ";
const firstNode = /\n(?=\S[^\n]*\(cost=)/;

/** Parses auto_explain's notice: the query's text, then its plan. Returns nothing for other notices. */
function planOf(message: string): StatementPlan[] {
  const text = message.slice(message.indexOf(queryLabel) + queryLabel.length);
  const [query, ...rest] = text.split(firstNode);
  const statement = query?.replaceAll(/\s+/g, " ").trim() ?? "";
  // The driver reads the server's types when it connects.
  if (!message.includes(queryLabel) || rest.length === 0 || statement.includes("pg_catalog.pg_type")) return [];
  const plan = rest.join("\n");
  return [{ statement, plan, scanned: scannedTables(plan) }];
}

const nodeStart =
  /^\s*(?:->\s+)?(?:Parallel )?(Seq Scan|Index Scan|Index Only Scan|Bitmap Index Scan)\b[^\n]*? on (\w+)/;

/** Sequential scans, and index scans without a condition, which read the whole index. */
function scannedTables(plan: string): string[] {
  const nodes = plan.split(/\n(?=\s*->)/);
  return nodes.flatMap((node) => {
    const [, kind, relation = ""] = nodeStart.exec(node) ?? [];
    if (kind === undefined || smallTables.includes(relation)) return [];
    return kind === "Seq Scan" || !node.includes("Index Cond:") ? [relation] : [];
  });
}
