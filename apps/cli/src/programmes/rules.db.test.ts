import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { member, product } from "@rewards/domain";
import { expect, test } from "vitest";
import { createCatalogueCache } from "../../../../packages/db/src/catalogue/catalogue.cache.ts";
import { processSales } from "../../../../packages/db/src/sale/sale.process.ts";
import { insertAll, openTestDatabase } from "../../../../packages/db/src/testing/database.ts";
import { insertSales, openShop } from "../../../../packages/db/src/testing/shop.ts";
import { keyOf, newMember, newProduct, newSale } from "../../../../test/src/records.ts";
import { runHere } from "../testing/command.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const shop = await openShop(sql, 0);
const env = { DATABASE_URL: database.serviceUrl };
const folder = await mkdtemp(join(tmpdir(), "rules-"));

/** Applies a programme with these rules. */
async function apply(rules: unknown, ...more: string[]) {
  const path = join(folder, "club.yaml");
  const programme = { businessId: "CLUB", name: "Club", currencies: [{ name: "Points" }], earning: { rules } };
  await writeFile(path, JSON.stringify({ programmes: [programme] }));
  const { code, output } = await runHere(["programmes", "apply", path, ...more], env);
  return { code, text: output.replaceAll(path, "club.yaml").trimEnd() };
}

test("a file with wrong rules is refused, each fault by its path, and nothing changes", async () => {
  const wrong = [
    { id: "A", gives: { multiplier: "0.5" } },
    { id: "A", gives: {}, where: { day: ["Sunday"], time: ["08:00", "08:00"] } },
    { id: "B", from: "2026-05-01T00:00", to: "2026-05-01T00:00", gives: { bonus: 5 }, colour: "red" },
    { id: "C", gives: { rate: 1 }, every: { visits: 3, per: "month" }, where: { category: [] } },
  ];
  const { code, text } = await apply(wrong);
  expect(code).toBe(1);
  const at = (path: string) => expect.stringContaining(`programmes[0].earning.rules${path}`);
  expect(text.split("\n").slice(1)).toEqual([
    at("[0].gives.multiplier: 1 or more: a return could add points otherwise"),
    at("[1].where.day[0]: Mon, Tue, Wed, Thu, Fri, Sat, Sun"),
    at("[1].where.time: two different times"),
    expect.stringMatching(/rules\[1\]\.gives: exactly one of [a-z, A-Z]+$/),
    at('[2]: Unrecognized key: "colour"'),
    at("[2].to: after from"),
    at("[3].where.category: 1 to 1000 entries"),
    at("[3].every: only with bonus, without cap and group"),
  ]);
  expect(await sql`select from programme where business_id = 'CLUB'`).toHaveLength(0);
});

test("rewards sale says in words what each rule gave, by the rules of the sale", async () => {
  const coffee = newProduct(undefined, { Category: "Coffee" });
  await insertAll(sql, product, [coffee]);
  const rule = { id: "COFFEE2", name: "Double points on coffee", where: { category: ["Coffee"] } };
  expect(await apply([{ ...rule, gives: { multiplier: 2 } }])).toEqual({ code: 0, text: "CLUB: created" });
  const buyer = newMember(undefined, { ProgramBusinessID: "CLUB" });
  await insertAll(sql, member, [buyer]);
  const sale = newSale({
    ...{ member: keyOf(buyer, "ExternalID"), store: shop.store, product: keyOf(coffee, "ProductCode"), total: 12.5 },
    more: { SaleDateTime: new Date().toISOString() },
  });
  await processSales(await insertSales(sql, [sale]), { database, catalogue: createCatalogueCache(sql) });
  expect(await apply([{ ...rule, gives: { multiplier: 9 } }])).toEqual({ code: 0, text: "CLUB: changed" });
  const { output } = await runHere(["sale", keyOf(sale, "ExternalID")], env);
  const text = output.replace(/\s+/g, " ");
  expect(text).toContain("Sale: 12.5 x 1 points, rounded toward zero to 0 decimals = 12");
  expect(text).toContain("Sale: COFFEE2 (Double points on coffee): 12.5 x 1 x 1 more = 12");
  const json = JSON.parse((await runHere(["sale", keyOf(sale, "ExternalID"), "--json"], env)).output);
  expect(json.entries[0].why.rules).toEqual([{ id: "COFFEE2", points: 12 }]);
});

test("rules are put into force from the past, never from the future", async () => {
  const past = await apply([], "--in-force-from", "2026-01-01T00:00:00Z");
  const words = "Sales that are not posted yet earn by it, whatever rules were applied since that time.";
  expect(past).toEqual({ code: 0, text: `CLUB: changed\n${words}` });
  const future = await apply([{ id: "A", gives: { bonus: 5 } }], "--in-force-from", "2999-01-01T00:00:00Z");
  expect(future.code).toBe(1);
  expect(future.text).toContain("rules cannot be in force from 2999-01-01T00:00:00.000Z: it is in the future");
});

test("a file that changes a stamp card says that its stamps start anew", async () => {
  const card = (quantity: string) => ({ id: "CARD", gives: { bonus: 5 }, every: { quantity, per: "campaign" } });
  expect(await apply([card("10")])).toEqual({ code: 0, text: "CLUB: changed" });
  const text = "CLUB: changed\nCARD: collected stamps start anew (every 10 → 8)";
  expect(await apply([card("8")])).toEqual({ code: 0, text });
});
