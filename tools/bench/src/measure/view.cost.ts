import { collectAnswer, createViewRunner, type Database, type ViewRunner } from "@rewards/db";
import { callerUser, dataViewOf, parseParameters, parseQuery } from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { timed, withProduct } from "./database.ts";
import { type Quantiles, quantilesOf } from "./statistics.ts";

type Connections = readonly [postgres.Sql, postgres.Sql];

/** Opens connections with the product's settings and these, uses them, and closes them. */
export const withConnections = <T>(
  databaseUrl: string,
  more: postgres.Options<Record<string, never>>,
  use: (product: Database, connections: Connections) => Promise<T>,
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
export async function runLook(readDb: ViewRunner, look: string): Promise<void> {
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
export const measureViewCost = (databaseUrl: string, looks: readonly string[]): Promise<ViewCost> =>
  withConnections(databaseUrl, {}, async (_, [sql, otherSql]) => {
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
