import {
  collectAnswer,
  createCatalogueCache,
  createViewRunner,
  type Database,
  insertGroup,
  type ViewRunner,
} from "@rewards/db";
import { callerUser, dataViewOf, exampleOf, parseParameters, parseQuery, sale } from "@rewards/domain";
import { stages } from "@rewards/worker";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";
import { timed, withProduct } from "./database.ts";
import { type Quantiles, quantilesOf } from "./statistics.ts";

/** Opens connections with the product's settings, uses them, and closes them. */
const withConnections = <T>(
  databaseUrl: string,
  more: postgres.Options<Record<string, never>>,
  use: (product: Database, connections: readonly [postgres.Sql, postgres.Sql]) => Promise<T>,
): Promise<T> =>
  withProduct(databaseUrl, async (product) => {
    const connection = { ...product.sql.options.connection, ...more.connection };
    const connect = () => postgres(databaseUrl, { max: 1, ...more, connection });
    const both = [connect(), connect()] as const;
    return use(product, both).finally(() => Promise.all(both.map((sql) => sql.end())));
  });

/**
 * Runs LedgerEntriesBetweenDates as the API does.
 * @param look a member and two times, in the form of the ledger view's workload.
 */
async function runLook(readDb: ViewRunner, look: string): Promise<void> {
  const view = dataViewOf("LedgerEntriesBetweenDates");
  if (!view) throw new Error("the view is gone");
  const [MemberExternalID, FromDateTime, ToDateTime] = look.split(" ");
  const parameters = parseParameters(view, { MemberExternalID, FromDateTime, ToDateTime });
  await collectAnswer(readDb, { view, parameters, user: callerUser, query: parseQuery(view, {}) });
}

/** Milliseconds from a client's query to its answer, without HTTP. */
export interface ViewCost {
  readonly view: Quantiles;
  /** The least that any statement takes: one row by its primary key. */
  readonly byKey: Quantiles;
}

const rowById = "select * from ledger_entry where id = $1";
const unmeasured = 200;

/** Runs each look as the product does, in turns with a read of a row by its key. Both are prepared, on one connection. */
export function measureViewCost(databaseUrl: string, looks: readonly string[]): Promise<ViewCost> {
  return withConnections(databaseUrl, {}, async (_, [sql, otherSql]) => {
    const ids = await sampleIds(otherSql, looks.length);
    const runner = createViewRunner(drizzle(sql));
    // Not timed: loads everything into memory.
    for (const look of looks) await runLook(runner, look);
    const [view, byKey]: [number[], number[]] = [[], []];
    for (const [index, look] of looks.entries()) {
      const looked = await timed(() => runLook(runner, look));
      const id = ids[index % ids.length] as string;
      const found = await timed(() => sql.unsafe(rowById, [id], { prepare: true }).values());
      if (index < unmeasured) continue;
      view.push(looked);
      byKey.push(found);
    }
    return { view: quantilesOf(view), byKey: quantilesOf(byKey) };
  });
}

/** IDs of entries from all over the table. */
async function sampleIds(sql: postgres.Sql, count: number): Promise<string[]> {
  const [size] = await sql<{ rows: number }[]>`
    select sum(reltuples)::float8 as rows from pg_class where oid = 'ledger_entry'::regclass
      or oid in (select relid from pg_partition_tree('ledger_entry') where isleaf)`;
  const percent = Math.min(100, (200 * count) / Math.max(1, size?.rows ?? 1));
  const rows = await sql<{ id: string }[]>`
    select id from ledger_entry tablesample bernoulli(${percent}) order by random() limit ${count}`;
  return rows.map((row) => row.id);
}

/** A statement of the product as Postgres ran it. */
interface StatementPlan {
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
 * Runs some sales through the product's own insert and stage, and reads the ledger by its view: each plan is the one that
 * the service uses.
 */
export async function readPlans(databaseUrl: string, members: number, look: string): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = [];
  const onnotice = ({ message = "" }) => void plans.push(...planOf(message));
  await withConnections(databaseUrl, { connection: explainSettings, onnotice }, async (product, [sql, viewSql]) => {
    await processSales({ ...product, sql }, members);
    await runLook(createViewRunner(drizzle(viewSql)), look);
  });
  return plans;
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
