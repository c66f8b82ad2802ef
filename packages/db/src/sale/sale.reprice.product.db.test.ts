import { afterAll, describe, expect, test } from "vitest";
import { freshKey } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { repricePeriod } from "../../../operations/src/sale/sale.reprice.ts";
import { act } from "../testing/act.ts";
import { openTestDatabase } from "../testing/database.ts";
import { author, line, openRepricing } from "../testing/reprice.ts";
import type { RepricedSale } from "./sale.reprice.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const { shop, newBuyer, sell, register, reprice, outcomeOf } = await openRepricing(database);

const edit = (id: string, content: object) => act(sql, "Edit", "product", id, content);
const rename = (id: string, ProductCode: string) => edit(id, { ProductCode });
const out = { Incentivizable: false };

/** What a dry run finds by a product code, of all sales. */
async function found(productCode: string) {
  const sales: RepricedSale[] = [];
  const period = { productCode, from: "2000-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
  await repricePeriod(sql, period, { author, isDryRun: true, take: (some) => sales.push(...some) });
  return sales.map(({ externalId, outcome }) => `${externalId} ${outcome}`);
}

test("a product that was taken back under its code before stays matched: an edit of the code changes nothing", async () => {
  const [buyer, code] = [newBuyer(), freshKey("late")];
  const { key, back } = await sell(buyer, line(code, 2, 20));
  const id = await register(code);
  await reprice([key]);
  await rename(id, `${code}-new`);
  await back(line(`${code}-new`, -2, -20));
  expect(await buyer.balance()).toBe(0);
});

test("a product that got the code of the sale only later comes back from its lines, before and after the repricing", async () => {
  const [buyer, code] = [newBuyer(), freshKey("late")];
  const id = await register(`${code}-mistyped`);
  const { key, back } = await sell(buyer, line(code, 3, 30));
  await rename(id, code);
  await back(line(code, -1, -10));
  expect(await buyer.balance()).toBe(0);
  await reprice([key]);
  expect(await buyer.balance()).toBe(20);
  await back(line(code, -2, -20));
  expect(await buyer.balance()).toBe(0);
});

describe("a line belongs to the product that had its code when the sale was posted", () => {
  test("so another product that has the code now gives it nothing", async () => {
    const [buyer, code] = [newBuyer(), freshKey("X")];
    const id = await register(code, out);
    const { key, back } = await sell(buyer, line(code, 1, 100));
    await rename(id, `${code}-2`);
    await register(code);
    expect([await outcomeOf(key), await buyer.balance()]).toEqual(["unchanged", 0]);
    expect([await found(code), await found(`${code}-2`)]).toEqual([[], [`${key} unchanged`]]);
    await edit(id, { Incentivizable: true });
    expect([await found(code), await found(`${code}-2`)]).toEqual([[], [`${key} posted`]]);
    expect([await outcomeOf(key), await buyer.balance()]).toEqual(["posted", 100]);
    await back(line(`${code}-2`, -1, -100));
    expect(await buyer.balance()).toBe(0);
  });

  test("so it counts once that product is incentivizable, whatever its code is by then", async () => {
    const [buyer, code] = [newBuyer(), freshKey("OLD")];
    const id = await register(`${code}-0`, out);
    const first = await sell(buyer, line(`${code}-0`, 1, 7), line(shop.product, 1, 10));
    await rename(id, code);
    const second = await sell(buyer, line(code, 2, 60));
    await rename(id, `${code}-2`);
    const third = await sell(buyer, line(code, 1, 500));
    await edit(id, { Incentivizable: true });
    expect(await found(`${code}-2`)).toEqual([first, second].map(({ key }) => `${key} posted`));
    await reprice([first.key, second.key, third.key]);
    expect(await buyer.balance()).toBe(77);
    await first.back(line(`${code}-2`, -1, -7));
    await second.back(line(`${code}-2`, -2, -60));
    expect(await buyer.balance()).toBe(10);
  });

  test("and if it is deleted, nothing counts: neither its lines nor, for the code, a product registered since", async () => {
    const [buyer, code] = [newBuyer(), freshKey("GONE")];
    const id = await register(code, out);
    const during = await sell(buyer, line(code, 1, 20));
    await edit(id, { Incentivizable: true });
    await act(sql, "DeleteObject", "product", id);
    const after = await sell(buyer, line(code, 1, 30));
    expect([await outcomeOf(during.key), await outcomeOf(after.key)]).toEqual(["unchanged", "unchanged"]);
    await register(code);
    expect(await found(code)).toEqual([`${after.key} posted`]);
    expect([await outcomeOf(during.key), await outcomeOf(after.key)]).toEqual(["unchanged", "posted"]);
    expect(await buyer.balance()).toBe(30);
  });
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
