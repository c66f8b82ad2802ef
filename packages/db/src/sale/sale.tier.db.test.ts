import { member, product, programmeFile } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newProduct, newSale, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { line } from "../testing/reprice.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";
import { repriceSales } from "./sale.reprice.ts";

const database = await openTestDatabase(12);
const { sql } = database;
const shop = await openShop(sql, 0);
const double = { id: "SILVER2", where: { tier: ["Silver"] }, gives: { multiplier: "2" } };
const yearly = { period: "year", counts: "base", levels: [{ name: "Silver", from: "50" }] };

/** A new programme, and a member of it. */
async function openClub(tiers: object | null = yearly, rules: readonly object[] = [double]) {
  const businessId = freshKey("CLUB");
  const apply = (given: object | null, of: readonly object[] = rules) => {
    const club = {
      businessId,
      name: "Club",
      currencies: [{ name: "Points" }],
      earning: { rules: of },
      ...(given && { tiers: given }),
    };
    return applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  };
  await apply(tiers);
  const of = newMember(undefined, { ProgramBusinessID: businessId });
  const ids = await insertAll(sql, member, [of]);
  const deps = { database, catalogue: createCatalogueCache(sql) };
  const saleOf = (items: readonly object[], SaleDateTime = "2026-05-04T10:00:00Z") =>
    newSale({
      member: keyOf(of, "ExternalID"),
      store: shop.store,
      product: "",
      more: { SaleDateTime, SaleItems: items },
    });
  const buy = (total: number, soldAt?: string) => saleOf([line(shop.product, Math.sign(total), total)], soldAt);
  const settle = async (...sales: readonly ReturnType<typeof buy>[]) => {
    const sold = await insertSales(sql, sales);
    await processSales(sold, deps);
    return sold.map((_, index) => keyOf(sales[index] as ReturnType<typeof buy>, "ExternalID"));
  };
  const state = async () => {
    const [row] = await sql`
      select tier_period as period, tier_counts as counts, tier_sums::float8[] as sums, tier_after::int as after from balance where member = any(${ids}::uuid[])`;
    return row;
  };
  const balance = async () => (await balancesOf(sql, ids))[0];
  return { apply, saleOf, buy, settle, state, balance, ids, deps };
}

test("a sale of a batch sees the tier that one before it reached, and its entry says so", async () => {
  const club = await openClub();
  const plain = await openClub(null, []);
  const [, , second = ""] = await club.settle(plain.buy(5), club.buy(50), club.buy(20));
  expect([await plain.balance(), (await plain.state())?.["period"]]).toEqual([5, null]);
  expect(await club.balance()).toBe(90);
  expect(await club.state()).toEqual({ period: "2026", counts: "base", sums: [70, 0, 0], after: 0 });
  const { explanation } = (await inspectSale(sql, second)) ?? {};
  expect(explanation?.sums).toEqual([
    "Sale: 20 x 1 points, rounded toward zero to 0 decimals = 20",
    "Sale: SILVER2: 20 x 1 x 1 more, for tier Silver = 20",
    "Sale: the member's tier was Silver",
  ]);
});

test("sums are exact for workers that post sales and returns of one member at the same time", async () => {
  const club = await openClub({ ...yearly, counts: "spend", period: "quarter" }, []);
  const days = ["2026-01-31", "2026-04-30", "2026-07-01", "2025-12-31"].map((day) => `${day}T12:00:00Z`);
  const sales = times(40, (index) => club.buy(index % 5 === 4 ? -0.5 : 1.25, days[index % 4]));
  const ids = await insertSales(sql, sales);
  const batches = times(8, (worker) => ids.filter((_, index) => index % 8 === worker));
  await Promise.all(batches.map((batch) => processSales(batch, club.deps)));
  // Two of each ten go back. The oldest of the four quarters is forgotten.
  expect(await club.state()).toEqual({ period: "2026-Q3", counts: "spend", sums: [9, 9, 9], after: 0 });
});

test("a spend of less than a point counts by an entry of 0 points, and its return takes it again", async () => {
  const club = await openClub({ ...yearly, counts: "spend" }, []);
  const [key] = await club.settle(club.buy(0.6));
  expect([await club.balance(), (await club.state())?.["sums"]]).toEqual([0, [0.6, 0, 0]]);
  await club.settle(
    club.saleOf([{ ...line(shop.product, -1, -0.6), OriginalSaleExternalID: key }], "2027-01-01T00:00:00Z"),
  );
  expect((await club.state())?.["sums"]).toEqual([0, 0, 0]);
  const types =
    await sql`select type, currency_awarded::float8 as points from ledger_entry where member = any(${club.ids}::uuid[])`;
  expect([...types]).toEqual([
    { type: "Sale", points: 0 },
    { type: "Return", points: 0 },
  ]);
});

test("a repricing counts in the period of its sale, and a return takes it from there", async () => {
  for (const counts of ["base", "spend"]) {
    const club = await openClub({ ...yearly, counts }, []);
    const code = freshKey("late");
    const [key = ""] = await club.settle(
      club.saleOf([line(shop.product, 1, 10), line(code, 2, 20.5)], "2025-05-04T10:00:00Z"),
    );
    await club.settle(club.buy(5));
    await insertAll(sql, product, [newProduct(code)]);
    await repriceSales(sql, [key], { author: { actor: "olga" }, isDryRun: false, locks: "wait" });
    expect((await club.state())?.["sums"]).toEqual([5, counts === "base" ? 30 : 30.5, 0]);
    const items = [line(shop.product, -1, -10), line(code, -2, -20.5)];
    await club.settle(club.saleOf(items.map((one) => ({ ...one, OriginalSaleExternalID: key }))));
    expect((await club.state())?.["sums"]).toEqual([5, 0, 0]);
  }
});

test("sums start anew if tiers begin, or count something else; levels may change", async () => {
  const club = await openClub(null, []);
  await club.settle(club.buy(60));
  expect(await club.state()).toEqual({ period: null, counts: null, sums: null, after: null });
  await club.apply(yearly);
  await club.settle(club.buy(7));
  expect(await club.state()).toEqual({ period: "2026", counts: "base", sums: [7, 0, 0], after: 1 });
  await club.apply({ ...yearly, levels: [{ name: "Tin", from: "5" }] }, [{ ...double, where: { tier: ["Tin"] } }]);
  await club.settle(club.buy(1));
  expect([await club.balance(), (await club.state())?.["sums"]]).toEqual([68, [8, 0, 0]]);
  await club.settle(club.buy(1, new Date().toISOString()));
  expect(await club.balance()).toBe(70);
  await club.apply({ ...yearly, period: "month" });
  await club.settle(club.buy(2));
  expect(await club.state()).toEqual({ period: "2026-05", counts: "base", sums: [2, 0, 0], after: 4 });
});

test("a version has its tiers, and sales go by those of the time when they were made", async () => {
  const club = await openClub();
  await club.settle(club.buy(50));
  const waiting = await insertSales(sql, [club.buy(10), club.buy(10, new Date().toISOString())]);
  await club.apply({ ...yearly, levels: [{ name: "Silver", from: "500" }] });
  await processSales(waiting, club.deps);
  expect(await club.balance()).toBe(50 + 20 + 20);
  await club.settle(club.buy(10, new Date().toISOString()));
  expect(await club.balance()).toBe(100);
  const versions = await sql`
    select v.tiers::json #>> '{levels,0,from}' as tiers from earning_version v join programme p on p.id = v.program
    where p.business_id = (select program_business_id from member where id = any(${club.ids}::uuid[])) order by v.version`;
  expect(versions.map(({ tiers }) => tiers)).toEqual(["50", "500"]);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
