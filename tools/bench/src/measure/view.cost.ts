import { collectAnswer, createViewRunner, openDatabase, type ViewRunner } from "@rewards/db";
import { callerUser, dataViewOf, parseParameters, parseQuery } from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { timed } from "./database.ts";
import { type Quantiles, quantilesOf } from "./statistics.ts";

/** Milliseconds from a client's query to its answer, without HTTP. */
export interface ViewCost {
  readonly view: Quantiles;
  /** The least that any statement takes: one row by its primary key. */
  readonly byKey: Quantiles;
}

const rowById = "select * from ledger_entry where id = $1";
const unmeasured = 200;

/**
 * Runs LedgerEntriesBetweenDates as the product does, in turns with a read of a row by its key. Both are prepared, on
 * one connection with the product's settings.
 * @param looks members with two times each, in the form of the ledger view's workload.
 */
export async function measureViewCost(databaseUrl: string, looks: readonly string[]): Promise<ViewCost> {
  const product = openDatabase({ url: databaseUrl, name: "bench-view", poolMax: 1, viewPoolMax: 1 });
  const sql = postgres(databaseUrl, { max: 1, connection: product.sql.options.connection });
  try {
    const ids = await sampleIds(databaseUrl, looks.length);
    const runner = createViewRunner(drizzle(sql));
    // Not timed: loads everything into memory.
    for (const look of looks) await runLook(runner, look);
    const [view, byKey]: [number[], number[]] = [[], []];
    for (const [index, look] of looks.entries()) {
      const looked = await timed(() => runLook(runner, look));
      const found = await timed(() =>
        sql.unsafe(rowById, [ids[index % ids.length] as string], { prepare: true }).values(),
      );
      if (index < unmeasured) continue;
      view.push(looked);
      byKey.push(found);
    }
    return { view: quantilesOf(view), byKey: quantilesOf(byKey) };
  } finally {
    await Promise.all([sql.end(), product.close()]);
  }
}

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

/** IDs of entries from all over the table. */
async function sampleIds(databaseUrl: string, count: number): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [size] = await sql<
      { rows: number }[]
    >`select reltuples::float8 as rows from pg_class where relname = 'ledger_entry'`;
    const percent = Math.min(100, (200 * count) / Math.max(1, size?.rows ?? 1));
    const rows = await sql<{ id: string }[]>`
      select id from ledger_entry tablesample bernoulli(${percent}) order by random() limit ${count}`;
    return rows.map((row) => row.id);
  } finally {
    await sql.end();
  }
}
