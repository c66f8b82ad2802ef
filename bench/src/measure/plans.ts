import {
  createCatalogueCache,
  createViewRunner,
  insertGroup,
  loadMembers,
  loadOpenSales,
  openDatabase,
  postSales,
} from "@rewards/db";
import { dataViewOf, decideSale, parseParameters, planSale, sale } from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";

/** A statement of the product as Postgres ran it. */
export interface StatementPlan {
  readonly statement: string;
  /** The text of EXPLAIN (ANALYZE, BUFFERS). */
  readonly plan: string;
  /** Growing tables that it read from one end to the other. */
  readonly scanned: readonly string[];
}

const salesExplained = 200;
/** Tables that hold a handful of rows, however long the service runs. */
const smallTables: readonly string[] = ["catalogue", "programme", "currency", "store", "product"];

/** Every statement that runs shows its plan to the client as a notice. */
const explainSettings = {
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_level": "notice",
  "auto_explain.log_parameter_max_length": "0",
  session_preload_libraries: "auto_explain",
} as const;

/**
 * Takes some sales through the product's own functions, insert to posting, and reads the ledger by its view; on a
 * connection with the product's settings, so that each plan is the one that the service uses.
 * @param look a member and two times, as the workload of the ledger view takes them.
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
    await processSales(sql, members);
    await lookAtLedger(viewSql, look);
  } finally {
    await Promise.all([sql.end(), viewSql.end(), product.close()]);
  }
  return plans;
}

async function processSales(sql: Sql, members: number): Promise<void> {
  const records = Array.from({ length: salesExplained }, (_, n) => ({
    id: uuidv7(),
    content: sale.content.parse(contentOf(n, members)) as Record<string, unknown>,
    user: "bench",
  }));
  await insertGroup(sql, sale, records);
  const sales = await loadOpenSales(
    sql,
    records.map(({ id }) => id),
  );
  const found = await loadMembers(
    sql,
    sales.map((one) => one.memberExternalId),
  );
  const codes = new Set(sales.flatMap((one) => one.items.map((item) => item.ProductCode)));
  const { stores, products, programmes } = await createCatalogueCache(sql).read(new Set([storeCode]), codes);
  const plans = sales.map((one) => {
    const member = found.get(one.memberExternalId);
    const store = stores.get(one.storeCode);
    const programme = member && programmes.get(member.programBusinessId);
    if (!member || !store || !programme) throw new Error("a sale of the benchmark refers to nothing");
    return planSale(one, { member: { id: member.id, programme }, store, products });
  });
  await postSales(sql, plans, decideSale);
}

function contentOf(n: number, members: number) {
  return {
    ExternalID: `plan-${uuidv7()}`,
    StoreCode: storeCode,
    MemberExternalID: `M${Math.floor(Math.random() * members)}`,
    SaleDateTime: "2026-05-04T09:30:00Z",
    SaleItems: [{ ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 }],
  };
}

async function lookAtLedger(sql: Sql, look: string): Promise<void> {
  const view = dataViewOf("LedgerEntriesBetweenDates");
  if (!view) throw new Error("the view is gone");
  const [MemberExternalID, FromDateTime, ToDateTime] = look.split(" ");
  const parameters = parseParameters(view, { MemberExternalID, FromDateTime, ToDateTime });
  await createViewRunner(drizzle(sql)).run(view, parameters);
}

const queryLabel = "Query Text: ";
const firstNode = /\n(?=\S[^\n]*\(cost=)/;

/** The notice of auto_explain: the query's text and then its plan. Other notices are none. */
function planOf(message: string): StatementPlan[] {
  const text = message.slice(message.indexOf(queryLabel) + queryLabel.length);
  const [query, ...rest] = text.split(firstNode);
  const statement = query?.replaceAll(/\s+/g, " ").trim() ?? "";
  // The driver looks at the types of the server when it connects.
  if (!message.includes(queryLabel) || rest.length === 0 || statement.includes("pg_catalog.pg_type")) return [];
  const plan = rest.join("\n");
  return [{ statement, plan, scanned: scannedTables(plan) }];
}

const nodeStart =
  /^\s*(?:->\s+)?(?:Parallel )?(Seq Scan|Index Scan|Index Only Scan|Bitmap Index Scan)\b[^\n]*? on (\w+)/;

/** Sequential scans, and scans of a whole index: without a condition it is read from one end to the other too. */
function scannedTables(plan: string): string[] {
  const nodes = plan.split(/\n(?=\s*->)/);
  return nodes.flatMap((node) => {
    const [, kind, relation = ""] = nodeStart.exec(node) ?? [];
    if (kind === undefined || smallTables.includes(relation)) return [];
    return kind === "Seq Scan" || !node.includes("Index Cond:") ? [relation] : [];
  });
}
