import { type DataViewDefinition, dataViewOf, parseQuery } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { freshKey, keyOf, newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { wakeReturns } from "../awaiting/awaiting.wake.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processSales } from "../sale/sale.process.ts";
import { openTestDatabase } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const shop = await openShop(sql, 11);
let next = 0;

/** A new member, so that tests do not share balances. */
function newBuyer() {
  const index = next++;
  const id = shop.memberIds[index] as string;
  const balance = async () => (await balancesOf(sql, [id]))[0];
  return { key: shop.members[index] as string, id, balance };
}

const line = (quantity: number, total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: quantity, TotalAmount: total },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});
const saleOf = (member: string, items: readonly object[], externalId = freshKey("sale")) =>
  newSale({ member, store: shop.store, product: "", externalId, more: { SaleItems: items } });

const work = (ids: readonly string[]) => processSales(ids, { database, catalogue: createCatalogueCache(sql) }, "wait");

async function processed(...sales: readonly TestRecord[]) {
  const ids = await insertSales(sql, sales);
  await work(ids);
  return ids;
}

async function stateOf(id: string | undefined) {
  const [row] = await sql<{ status: string; note: string }[]>`
    select status, confirmation_note as note from sale where id = ${id ?? null}`;
  return [row?.status, row?.note];
}

const completed = "Resolved-Completed";
const waiting = "Pending-Awaiting Reference";

test("units come back one by one, by another's card, after the points were spent and the rate changed", async () => {
  const [buyer, other] = [newBuyer(), newBuyer()];
  const bought = saleOf(buyer.key, [line(3, 10)]);
  const key = keyOf(bought, "ExternalID");
  await processed(bought);
  await post(sql, [adjustmentOf(buyer.id, -10)]);
  const balances: unknown[] = [];
  const back = async (member: string, total: number) => {
    await processed(saleOf(member, [line(-1, total, key)]));
    balances.push(await buyer.balance());
  };
  await back(buyer.key, -3.33);
  await sql`update programme set earning_from = clock_timestamp(), earning_rate = 7, version = version + 1, update_date_time = clock_timestamp() where business_id = 'REWARDS'`;
  await sql`update catalogue set version = version + 1`;
  await back(other.key, -3.33);
  await back(other.key, -0.5);
  expect(balances).toEqual([-4, -7, -10]);
  const [again] = await processed(saleOf(buyer.key, [line(-1, -3, key)]));
  const rest = "More came back than the named sale has, in line 1: the rest counts as returned without a sale.";
  expect(await stateOf(again)).toEqual([completed, rest]);
  // At the rate of the time when the goods were handed in, which was before the change.
  expect([await buyer.balance(), await other.balance()]).toEqual([-13, 0]);
  await sql`update programme set earning_from = clock_timestamp(), earning_rate = 1, version = version + 1, update_date_time = clock_timestamp() where business_id = 'REWARDS'`;
  await sql`update catalogue set version = version + 1`;
});

test("workers that return the same sale at the same time take it back once", async () => {
  const buyer = newBuyer();
  const bought = saleOf(buyer.key, [line(4, 11), line(2, 5.5)]);
  await processed(bought);
  expect(await buyer.balance()).toBe(16);
  const returns = times(8, () => saleOf(buyer.key, [line(-1, -2.7, keyOf(bought, "ExternalID"))]));
  const ids = await insertSales(sql, returns);
  await Promise.all(ids.flatMap((id) => [work([id]), work([id])]));
  // Two of the eight find nothing left: 5.40 at the programme's rate.
  expect(await buyer.balance()).toBe(-5);
  const [sum] = await sql`
    select sum(quantity)::int as quantity, sum(points)::int as points from sale_return where return_id = any(${ids}::uuid[])`;
  expect(sum).toEqual({ quantity: 6, points: 16 });
});

test("a return before its sale waits, is woken when the sale is posted, and takes what it earned", async () => {
  const buyer = newBuyer();
  const [late, free] = [freshKey("sale"), freshKey("sale")];
  const [first] = await processed(saleOf(buyer.key, [line(-1, -10, late), line(-1, -1, free)]));
  expect(await stateOf(first)).toEqual([waiting, `Awaiting sale ${late}.`]);
  expect(await wakeReturns(sql, null)).toEqual({ woken: [], next: null });
  expect(await verifyBooks(sql)).toEqual([]);
  await processed(saleOf(buyer.key, [line(1, 10)], late));
  expect((await wakeReturns(sql, null)).woken).toEqual([first]);
  await work([first as string]);
  expect(await stateOf(first)).toEqual([waiting, `Awaiting sale ${free}.`]);
  await processed(saleOf(buyer.key, [line(2, 4)], free));
  expect((await wakeReturns(sql, null)).woken).toEqual([first]);
  await work([first as string]);
  expect(await stateOf(first)).toEqual([completed, ""]);
  expect(await buyer.balance()).toBe(3);
});

test("a return whose sale does not come goes on by the rate, and one of a rejected sale takes nothing", async () => {
  const buyer = newBuyer();
  const [missing, rejected] = [freshKey("sale"), saleOf(buyer.key, [line(1, 50)])];
  const [open] = await processed(saleOf(buyer.key, [line(-1, -7.5, missing)]));
  await sql`update sale set create_date_time = create_date_time - interval '31 days' where id = ${open as string}`;
  await sql`update awaiting set until = until - interval '31 days' where sale_id = ${open as string}`;
  expect((await wakeReturns(sql, null)).woken).toEqual([open]);
  await work([open as string]);
  const unlinked = `Sale ${missing} did not come in time: its lines took points back at the programme's rate.`;
  expect([await stateOf(open), await buyer.balance()]).toEqual([[completed, unlinked], -7]);
  const [bad = ""] = await insertSales(sql, [rejected]);
  await sql`update sale set status = 'Resolved-Rejected', version = 2, update_user_id = 'system', update_date_time = clock_timestamp() where id = ${bad}`;
  await sql`delete from pending where id = ${bad}`;
  const key = keyOf(rejected, "ExternalID");
  const [of] = await processed(saleOf(buyer.key, [line(-1, -50, key)]));
  expect(await stateOf(of)).toEqual([completed, `Sale ${key} was rejected: nothing taken back for it.`]);
  expect(await buyer.balance()).toBe(-7);
});

test("a programme that shortens its wait changes until when returns wait, and those that waited so long go on", async () => {
  const buyer = newBuyer();
  const [old = "", young = ""] = await processed(
    ...times(2, () => saleOf(buyer.key, [line(-1, -2, freshKey("sale"))])),
  );
  await sql`update sale set create_date_time = create_date_time - interval '10 days' where id = ${old}`;
  const setWait = async (days: number) => {
    await sql`update programme set return_wait_days = ${days}, version = version + 1, update_date_time = clock_timestamp() where business_id = 'REWARDS'`;
    await sql`update catalogue set version = version + 1`;
  };
  const until = async () => {
    const [row] = await sql`
      select extract(epoch from a.until - s.create_date_time)::int / 86400 as days from awaiting a join sale s on s.id = a.sale_id where s.id = ${young}`;
    return row?.["days"];
  };
  expect([(await wakeReturns(sql, null)).woken, await until()]).toEqual([[], 30]);
  await setWait(5);
  expect([(await wakeReturns(sql, null)).woken, await until()]).toEqual([[old], 5]);
  await work([old]);
  expect([(await stateOf(old))[0], (await stateOf(young))[0], await buyer.balance()]).toEqual([completed, waiting, -2]);
  await setWait(30);
  expect([(await wakeReturns(sql, null)).woken, await until()]).toEqual([[], 30]);
});

test("what spent a sale's points: its returns take from it, and others from the oldest points", async () => {
  const buyer = newBuyer();
  await post(sql, [adjustmentOf(buyer.id, 100)]);
  const bought = saleOf(buyer.key, [line(5, 50)]);
  const key = keyOf(bought, "ExternalID");
  await processed(bought);
  await processed(saleOf(buyer.key, [line(-2, -20, key)]), saleOf(buyer.key, [line(-1, -10, key), line(-1, -3)]));
  await post(sql, [adjustmentOf(buyer.id, -110)]);
  const inspected = await inspectSale(sql, key);
  const [entry] = inspected?.entries ?? [];
  expect(entry?.spentBy.map(({ type, points }) => `${type} ${points}`)).toEqual([
    "Return 20.0000",
    "Return 10.0000",
    "Adjustment 13.0000",
  ]);
  expect(entry?.available).toBe("7.0000");
});

test("return lines that take from two members are rejected, and take nothing", async () => {
  const [buyer, other] = [newBuyer(), newBuyer()];
  const [one, two] = [saleOf(buyer.key, [line(1, 10)]), saleOf(other.key, [line(1, 10)])];
  await processed(one, two);
  const named = (of: TestRecord) => line(-1, -10, keyOf(of, "ExternalID"));
  const ids = await processed(
    saleOf(buyer.key, [named(one), named(two)]),
    saleOf(buyer.key, [named(two), line(-1, -3)]),
    saleOf(buyer.key, [named(two), line(1, 5)]),
  );
  const refused = [
    "Resolved-Rejected",
    "Error_Return_Members: the return lines take points back from more than one member.",
  ];
  expect(await Promise.all(ids.map(stateOf))).toEqual([refused, refused, [completed, ""]]);
  expect([await buyer.balance(), await other.balance()]).toEqual([15, 0]);
});

test("ReturnsBySale shows what came back, and entries why they took it", async () => {
  const buyer = newBuyer();
  const bought = saleOf(buyer.key, [line(2, 9.5)]);
  const [original, back] = [
    ...(await processed(bought)),
    ...(await processed(saleOf(buyer.key, [line(-1, -1), line(-1, -4, keyOf(bought, "ExternalID"))]))),
  ];
  const view = dataViewOf("ReturnsBySale") as DataViewDefinition;
  const parameters = { ExternalID: keyOf(bought, "ExternalID") };
  const call = { view, parameters, user: "api", query: parseQuery(view, {}) };
  const { data } = await collectAnswer(createViewRunner(database.readDb), call);
  expect(data).toEqual([expect.objectContaining({ Line: 1, OriginalLine: 0, Quantity: 1, TotalAmount: 4, Points: 4 })]);
  const [entry] = await sql<{ why: string; currency_awarded: string }[]>`
    select why, currency_awarded from ledger_entry where source_id = ${back as string}`;
  expect(entry?.currency_awarded).toBe("-5.0000");
  expect(JSON.parse(entry?.why ?? "")).toEqual({
    ...{ base: -1, lines: [0], rules: [] },
    returns: [{ sale: `SALE-${original?.replaceAll("-", "")}`, lines: [1], points: -4 }],
    sums: [{ key: "returns", before: 0, value: 1 }],
  });
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
