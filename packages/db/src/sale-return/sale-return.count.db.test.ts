import { dataViewNamed, parseQuery } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
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

test("neither a return nor the balance of its member adds up earlier returns again", async () => {
  const { member, original, back } = await returned();
  const recorder = database.openRecorder();
  const sent = await recorder.record(() => back(recorder.sql));
  expect(sent.filter((text) => /\bfrom sale_return\b/.test(text))).toEqual([]);
  expect(await sumsOf(original)).toEqual(["0 1 7 7", "1 5 20 20"]);
  const view = dataViewNamed("MemberBalances");
  const call = { view, parameters: { MemberExternalID: member }, user: "test", query: parseQuery(view, {}) };
  const { data } = await collectAnswer(createViewRunner(database.readDb), call);
  expect(data).toMatchObject([{ Balance: 23 }]);
  const plans = await Promise.all(
    ["member_balance", "expiring_points", "returned_award"].map((name) => sql.unsafe(`explain select * from ${name}`)),
  );
  expect(JSON.stringify(plans)).toContain("returned_line");
  expect(JSON.stringify(plans)).not.toContain("sale_return");
  expect(await verifyBooks(sql)).toEqual([]);
});
