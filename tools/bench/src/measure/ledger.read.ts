import { collectAnswer, createCatalogueCache, createViewRunner, type Database, type ViewRunner } from "@rewards/db";
import { callerUser, dataViewOf, exampleOf, parseParameters, parseQuery, sale } from "@rewards/domain";
import { insertRecords } from "@rewards/lab/shop";
import { stages } from "@rewards/worker";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { productCount, storeCode } from "../subject/shop.ts";
import { timed, withProduct } from "./database.ts";
import { quantilesOf } from "./statistics.ts";

/** Uses the product's database client on one connection, with its settings and these. */
const withConnection = <T>(
  databaseUrl: string,
  more: postgres.Options<Record<string, never>>,
  use: (database: Database) => Promise<T>,
): Promise<T> =>
  withProduct(databaseUrl, async (product) => {
    const connection = { ...product.sql.options.connection, ...more.connection };
    const sql = postgres(databaseUrl, { max: 1, ...more, connection });
    return use({ ...product, sql }).finally(() => sql.end());
  });

/** Runs LedgerEntriesBetweenDates as the API does, for a look of the ledger view's workload. */
async function runLook(readDb: ViewRunner, look: string): Promise<void> {
  const view = dataViewOf("LedgerEntriesBetweenDates");
  if (!view) throw new Error("the view is gone");
  const [MemberExternalID, FromDateTime, ToDateTime] = look.split(" ");
  const parameters = parseParameters(view, { MemberExternalID, FromDateTime, ToDateTime });
  await collectAnswer(readDb, { view, parameters, user: callerUser, query: parseQuery(view, {}) });
}

const unmeasured = 200;

/**
 * Milliseconds from a client's query to its answer, without HTTP. Runs each look as the product does, in turns with the
 * least that any statement takes: one row by its key. Both are prepared, on one connection.
 */
export const measureViewCost = (databaseUrl: string, looks: readonly string[]) =>
  withConnection(databaseUrl, {}, async ({ sql }) => {
    const ids = await sampleIds(sql, looks.length);
    const runner = createViewRunner(drizzle(sql));
    // Not timed: loads everything into memory.
    for (const look of looks) await runLook(runner, look);
    const [view, byKey]: [number[], number[]] = [[], []];
    for (const [index, look] of looks.entries()) {
      const id = ids[index % ids.length] as string;
      const looked = await timed(() => runLook(runner, look));
      const found = await timed(() =>
        sql.unsafe("select * from ledger_entry where id = $1", [id], { prepare: true }).values(),
      );
      if (index < unmeasured) continue;
      view.push(looked);
      byKey.push(found);
    }
    return { view: quantilesOf(view), byKey: quantilesOf(byKey) };
  });

async function sampleIds(sql: postgres.Sql, count: number): Promise<string[]> {
  const [size] = await sql<{ rows: number }[]>`
    select sum(reltuples)::float8 as rows from pg_class where oid = 'ledger_entry'::regclass
      or oid in (select relid from pg_partition_tree('ledger_entry') where isleaf)`;
  const percent = Math.min(100, (200 * count) / Math.max(1, size?.rows ?? 1));
  const rows = await sql<{ id: string }[]>`
    select id from ledger_entry tablesample bernoulli(${percent}) order by random() limit ${count}`;
  return rows.map((row) => row.id);
}

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
  await withConnection(databaseUrl, { connection: explainSettings, onnotice }, async (database) => {
    await processSales(database, members);
    await runLook(createViewRunner(drizzle(database.sql)), look);
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
  const contentOf = (n: number) => ({
    ...exampleOf(sale, `plan-${uuidv7()}`),
    StoreCode: storeCode,
    MemberExternalID: `M${Math.floor(Math.random() * members)}`,
    SaleItems: [{ ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 }],
  });
  const records = Array.from({ length: salesExplained }, (_, n) => ({ id: uuidv7(), content: contentOf(n) }));
  await insertRecords(database.sql, sale, "bench", records);
  const stage = stages.find(({ definition }) => definition === sale);
  if (!stage) throw new Error("no stage processes sales");
  await stage.process(
    records.map(({ id }) => id),
    { database, catalogue: createCatalogueCache(database.sql) },
  );
}
