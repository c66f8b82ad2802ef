import { readFileSync } from "node:fs";
import { dataViewNamed, parseQuery } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processSales } from "../sale/sale.process.ts";
import { openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop } from "../testing/shop.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const members = 4;
const shop = await openShop(sql, members);
let next = 0;

const line = (quantity: number, total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: quantity, TotalAmount: total },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});

async function processed(member: string, items: readonly object[], through = sql) {
  const externalId = freshKey("sale");
  const ids = await insertSales(sql, [
    newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: items } }),
  ]);
  await processSales(ids, { database: { ...database, sql: through }, catalogue: createCatalogueCache(sql) }, "wait");
  return externalId;
}

/** A sale of two lines of the next member, of which two units came back in two steps. */
async function returned() {
  const member = shop.members[next++ % members] as string;
  const original = await processed(member, [line(3, 30), line(5, 20)]);
  const back = (through = sql) => processed(member, [line(-2, -9, original)], through);
  await back();
  await back();
  return { member, original, back };
}

const sumsOf = async (externalId: string) => {
  const rows = await sql<{ sums: string[] }[]>`
    select array[original_line::text, trim_scale(quantity)::text, trim_scale(amount)::text, trim_scale(points)::text] as sums
    from returned_line l join sale s on s.id = l.original_id where s.external_id = ${externalId} order by original_line`;
  return rows.map(({ sums }) => sums.join(" "));
};

/** As before the migration that began to count: nothing is counted yet. */
const forget = () => sql`delete from returned_line`;

/** A further unit of the second line comes back, as a worker of the release before writes it. */
const writeBefore = async (original: string) => {
  await sql`
    insert into sale_return (id, return_id, line, original_id, original_line, member, currency, quantity, amount, points, original_posted_at, posted_at)
    select gen_random_uuid(), gen_random_uuid(), 0, original_id, 1, member, currency, 1, 2, 2, original_posted_at, clock_timestamp()
    from sale_return r join sale s on s.id = r.original_id where s.external_id = ${original} limit 1`;
};

const [, ...countSteps] = readFileSync(
  new URL("../../migrations/0030_returned_line_sums.sql", import.meta.url),
  "utf8",
).split("--> statement-breakpoint");
const countAll = () => sql.unsafe(countSteps[0] ?? "");

test("neither a return nor the balance of its member adds up earlier returns again", async () => {
  const { member, original, back } = await returned();
  const recorder = database.openRecorder();
  const sent = await recorder.record(() => back(recorder.sql));
  expect(sent.filter((text) => /\bfrom sale_return\b/.test(text))).toEqual([]);
  expect(await sumsOf(original)).toEqual(["0 3 30 30", "1 3 9 9"]);
  const view = dataViewNamed("MemberBalances");
  const call = { view, parameters: { MemberExternalID: member }, user: "test", query: parseQuery(view, {}) };
  const { data } = await collectAnswer(createViewRunner(database.readDb), call);
  expect(data).toMatchObject([{ Balance: 11 }]);
  const plans = await Promise.all(
    ["member_balance", "expiring_points", "returned_award"].map((name) => sql.unsafe(`explain select * from ${name}`)),
  );
  expect(JSON.stringify(plans)).toContain("returned_line");
  expect(JSON.stringify(plans)).not.toContain("sale_return");
  expect(await verifyBooks(sql)).toEqual([]);
});

test("returns of before the sums are counted by the migration, or by the next return of their sale", async () => {
  const [first, second] = [(await returned()).original, (await returned()).original];
  await forget();
  await writeBefore(second);
  expect([await sumsOf(first), await sumsOf(second)]).toEqual([[], ["0 3 30 30", "1 2 2 2"]]);
  await countAll();
  await countAll();
  expect([await sumsOf(first), await sumsOf(second)]).toEqual([
    ["0 3 30 30", "1 1 0 0"],
    ["0 3 30 30", "1 2 2 2"],
  ]);
  await writeBefore(first);
  expect(await sumsOf(first)).toEqual(["0 3 30 30", "1 2 2 2"]);
});

test("a return that meets the migration is counted once", async () => {
  const { original } = await returned();
  await forget();
  const migration = await sql.reserve();
  await migration`begin`;
  await migration`set local idle_in_transaction_session_timeout = 0`;
  await migration.unsafe((countSteps[0] ?? "").replace("COMMIT;", ""));
  const [backend] = await migration<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const written = writeBefore(original);
  const readBlocked = () =>
    sql`select pid from pg_stat_activity where ${backend?.pid ?? 0} = any(pg_blocking_pids(pid))`;
  await expect.poll(async () => (await readBlocked()).length).toBe(1);
  await migration`commit`;
  migration.release();
  await written;
  expect(await sumsOf(original)).toEqual(["0 3 30 30", "1 2 2 2"]);
});
