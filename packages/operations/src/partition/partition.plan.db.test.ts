import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { loadOpenSales } from "../../../db/src/sale/sale.load.ts";
import { arrayLiteral, textLiteral } from "../../../db/src/statement.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { nodesOf, type PlanNode } from "../../../db/src/testing/plan.ts";
import { insertSales, openShop, planSales } from "../../../db/src/testing/shop.ts";
import { addPartitions } from "./partition.add.ts";

const database = await openTestDatabase(2);
const { sql } = database;

const literalOf = (value: unknown) =>
  value === null ? "null" : textLiteral(Array.isArray(value) ? arrayLiteral(value) : String(value));

/** The partitions of sales that a statement reads if its plan was made before its parameters were known. */
async function partitionsRead(text: string, parameters: readonly unknown[]): Promise<string[]> {
  const rows = await sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_generic_plan`;
    await tx.unsafe(`prepare posting as ${text}`);
    const plan = await tx.unsafe(`explain (format json) execute posting(${parameters.map(literalOf).join(", ")})`);
    await tx`deallocate posting`;
    return plan as unknown as { "QUERY PLAN": readonly [{ Plan: PlanNode }] }[];
  });
  const nodes = rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan));
  const relations = nodes.flatMap((node) => (node["Node Type"] === "ModifyTable" ? [] : [node["Relation Name"] ?? ""]));
  return [...new Set(relations.filter((name) => /^sale_\d|^sale_default/.test(name)))];
}

test("a batch is posted without a look into partitions that have none of its sales", async () => {
  await addPartitions(sql, 12);
  const shop = await openShop(sql, 2);
  const ids = await insertSales(
    sql,
    times(4, (index) => shop.newSale(index)),
  );
  const plans = await planSales(sql, ids);
  const recorder = database.openRecorder();
  const calls = await recorder.recordCalls(async () => {
    await loadOpenSales(recorder.sql, ids);
    await postSales(recorder.sql, plans);
  });
  const ofSales = calls.filter(({ text }) => /(from|update) "?sale"? /.test(text));
  const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
    select tableoid::regclass::text as name from sale where id = ${ids[0] as string}`;
  const read = [];
  for (const { text, parameters } of ofSales) read.push(await partitionsRead(text, parameters));
  expect(read).toEqual(times(3, () => [name]));
});
