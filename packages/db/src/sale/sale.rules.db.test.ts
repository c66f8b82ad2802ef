import { member, product, programmeFile } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { keyOf, newMember, newProduct, newSale, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";

const database = await openTestDatabase();
const { sql } = database;
const shop = await openShop(sql, 0);
const [coffee, tea] = ["Coffee", "Tea"].map((Category) => newProduct(undefined, { Category }));
await insertAll(
  sql,
  product,
  [coffee, tea].flatMap((one) => one ?? []),
);
const [coffeeCode, teaCode] = [coffee, tea].map((one) => keyOf(one as NonNullable<typeof one>, "ProductCode"));
let clubs = 0;

type Line = readonly [code: string | undefined, quantity: number, total: number];

/** A programme of its own with these rules, and one member. */
async function openClub(rules: readonly object[], more: object = {}) {
  const businessId = `CLUB-${++clubs}`;
  const apply = (given: readonly object[]) =>
    applyProgrammes(
      sql,
      programmeFile.parse({
        programmes: [
          { businessId, name: businessId, currencies: [{ name: "Points" }], earning: { ...more, rules: given } },
        ],
      }),
      { actor: "ann" },
    );
  await apply(rules);
  const of = newMember(undefined, { ProgramBusinessID: businessId });
  const ids = await insertAll(sql, member, [of]);
  const deps = { database, catalogue: createCatalogueCache(sql) };
  const send = (lines: readonly Line[], original?: string, soldAt = "2026-05-04T10:00:00Z") => {
    const items = lines.map(([ProductCode, Quantity, TotalAmount]) => ({
      ...{ ProductCode, Quantity, TotalAmount },
      ...(original !== undefined && { OriginalSaleExternalID: original }),
    }));
    return newSale({
      ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: "" },
      more: { SaleDateTime: soldAt, SaleItems: items },
    });
  };
  const settle = async (...sales: readonly ReturnType<typeof send>[]) => {
    const sold = await insertSales(sql, sales);
    await processSales(sold, deps);
    return sold;
  };
  const whys = async (sold: readonly string[]) => {
    const rows = await sql<{ why: string }[]>`
      select why from ledger_entry where source_id = any(${[...sold]}::uuid[]) order by sequence`;
    return rows.map(({ why }) => JSON.parse(why) as unknown);
  };
  return { apply, send, settle, whys, deps, balance: async () => (await balancesOf(sql, ids))[0], memberIds: ids };
}

test("a rule gives its points beside the rate, the entry says why, and a return takes both back", async () => {
  const club = await openClub([{ id: "COFFEE2", where: { category: ["Coffee"] }, gives: { multiplier: "2" } }]);
  const sale = club.send([
    [coffeeCode, 2, 12.5],
    [teaCode, 1, 7.5],
  ]);
  const sold = await club.settle(sale);
  expect(await club.whys(sold)).toEqual([
    { base: 20, lines: [0, 1], rules: [{ id: "COFFEE2", lines: [0], points: 12 }] },
  ]);
  const [id = ""] = sold;
  const back = await club.settle(club.send([[coffeeCode, -1, -6.25]], keyOf(sale, "ExternalID")));
  // 13.75 is left, of which coffee is 6.25.
  const share = { lines: [0], points: -13, base: -7, rules: [{ id: "COFFEE2", points: -6 }] };
  expect(await club.whys(back)).toEqual([
    { base: 0, lines: [], rules: [], returns: [{ sale: expect.stringMatching(id.replaceAll("-", "")), ...share }] },
  ]);
  expect(await club.balance()).toBe(19);
});

test("a cap is exact for workers that post sales of one member at the same time", async () => {
  const club = await openClub([{ id: "HAPPY", gives: { bonus: "8" }, cap: { points: "50", per: "day" } }]);
  const sales = times(40, () => club.send([[coffeeCode, 1, 1]]));
  const ids = await insertSales(sql, sales);
  const batches = times(8, (worker) => ids.filter((_, index) => index % 8 === worker));
  await Promise.all(batches.map((batch) => processSales(batch, club.deps)));
  expect(await club.balance()).toBe(40 + 50);
  const [sum] = await sql`select key, value from tally where member = any(${club.memberIds}::uuid[])`;
  expect(sum).toEqual({ key: "HAPPY/cap:50/2026-05-04", value: "320.0000" });
});

test("stamps are counted by entries of 0 points, and come off the card with the goods", async () => {
  const club = await openClub([{ id: "CARD", gives: { bonus: "9" }, every: { quantity: "3", per: "campaign" } }], {
    rate: "0",
  });
  const sale = club.send([[teaCode, 2, 4]]);
  const first = await club.settle(sale);
  const key = "CARD/every:quantity:3:9/";
  const card = { id: "CARD", points: 0 };
  expect(await club.whys(first)).toEqual([
    { base: 0, lines: [0], rules: [card], sums: [{ key, before: 0, value: 2 }] },
  ]);
  const back = await club.settle(club.send([[teaCode, -1, -2]], keyOf(sale, "ExternalID")));
  expect(await club.whys(back)).toMatchObject([{ sums: [{ key, before: 2, value: -1 }] }]);
  const rest = await club.settle(club.send([[coffeeCode, 2, 2]]));
  expect(await club.whys(rest)).toMatchObject([{ rules: [{ points: 9 }], sums: [{ key, before: 1, value: 2 }] }]);
  expect(await club.balance()).toBe(9);
});

test("rules that are edited while sales wait change none of them, and a return takes by the rules of its sale", async () => {
  const club = await openClub([{ id: "TEA", where: { category: ["Tea"] }, gives: { bonus: "5" } }]);
  const sale = club.send([[teaCode, 1, 10]]);
  const ids = await insertSales(sql, [sale]);
  await club.apply([{ id: "TEA", where: { category: ["Tea"] }, gives: { bonus: "500" } }]);
  await processSales(ids, club.deps);
  expect(await club.balance()).toBe(15);
  await club.apply([]);
  await club.settle(club.send([[teaCode, -1, -10]], keyOf(sale, "ExternalID")));
  expect(await club.balance()).toBe(0);
});

test("rules do not count for a sale that is accepted too late, and its note says so", async () => {
  const club = await openClub([{ id: "ALL", gives: { bonus: "5" } }], { lateDays: 30 });
  const sold = await club.settle(club.send([[teaCode, 1, 10]], undefined, "2020-01-01T00:00:00Z"));
  expect(await club.balance()).toBe(10);
  const [row] = await sql`select confirmation_note as note from sale where id = any(${sold}::uuid[])`;
  expect(row?.["note"]).toMatch(/^Accepted \d{4} days after the sale: rules count for 30 days\.$/);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
