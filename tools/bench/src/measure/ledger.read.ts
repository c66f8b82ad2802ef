import { collectAnswer, createViewRunner, type ViewRunner } from "@rewards/db";
import { callerUser, dataViewOf, parseParameters, parseQuery } from "@rewards/domain";
import type { Sql } from "postgres";
import { timed, withProduct } from "./database.ts";
import { quantilesOf } from "./figures.ts";

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
  withProduct(databaseUrl, async ({ readDb }) => {
    const sql = readDb.$client;
    const ids = await sampleIds(sql, looks.length);
    const runner = createViewRunner(readDb);
    // Not timed: loads everything into memory.
    for (const look of looks) await runLook(runner, look);
    const [view, byKey]: [number[], number[]] = [[], []];
    for (const [index, look] of looks.entries()) {
      const id = ids[index % ids.length] as string;
      const lookedMs = await timed(() => runLook(runner, look));
      const row = () => sql.unsafe("select * from ledger_entry where id = $1", [id], { prepare: true }).values();
      const foundMs = await timed(row);
      if (index < unmeasured) continue;
      view.push(lookedMs);
      byKey.push(foundMs);
    }
    return { view: quantilesOf(view), byKey: quantilesOf(byKey) };
  });

async function sampleIds(sql: Sql, count: number): Promise<string[]> {
  const [size] = await sql<{ rows: number }[]>`
    select sum(reltuples)::float8 as rows from pg_class where oid = 'ledger_entry'::regclass
      or oid in (select relid from pg_partition_tree('ledger_entry') where isleaf)`;
  const percent = Math.min(100, (200 * count) / Math.max(1, size?.rows ?? 1));
  const rows = await sql<{ id: string }[]>`
    select id from ledger_entry tablesample bernoulli(${percent}) order by random() limit ${count}`;
  return rows.map((row) => row.id);
}
