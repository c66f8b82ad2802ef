import { member, programmeFile } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newSale, times } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { type Recounted, recountTiers } from "./rule.recount.ts";

const { sql } = await openTestDatabase(4);
const shop = await openShop(sql, 0);
const author = { actor: "olga" };
const thisYear = new Date().getUTCFullYear();

async function openClub(count: number, tiers?: object) {
  const businessId = freshKey("CLUB");
  const apply = (given?: object) => {
    const club = { businessId, name: "Club", currencies: [{ name: "Points" }], ...(given && { tiers: given }) };
    return applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), author);
  };
  await apply(tiers);
  const members = times(count, () => newMember(undefined, { ProgramBusinessID: businessId }));
  const ids = await insertAll(sql, member, members);
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const buy = async (index: number, total: number, year = thisYear, original?: string) => {
    const SaleItems = [
      {
        ...{ ProductCode: shop.product, Quantity: Math.sign(total), TotalAmount: total },
        ...(original !== undefined && { OriginalSaleExternalID: original }),
      },
    ];
    const more = { SaleDateTime: `${year}-05-04T10:00:00Z`, SaleItems };
    const sold = newSale({ member: keys[index] as string, store: shop.store, product: "", more });
    await settleSales(sql, await insertSales(sql, [sold]));
    return keyOf(sold, "ExternalID");
  };
  const states = async () => {
    const rows = await sql`
      select tier_period as period, tier_counts as counts, tier_sums::float8[] as sums, tier_after::int as after, tier from balance
      where member = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], member)`;
    return [...rows];
  };
  const recount = async (balancesMax = 100) => {
    let [balances, changed] = [0, 0];
    const take = (counted: Recounted) => {
      if (counted.businessId !== businessId) return;
      balances += counted.balances;
      changed += counted.changed;
    };
    await recountTiers(sql, { author, take, balancesMax });
    return [balances, changed];
  };
  return { apply, buy, states, recount, ids };
}

const yearly = { period: "year", counts: "base", levels: [{ name: "Silver", from: "50" }] };

test("tiers that begin later count what was bought before, once, in pages, with an audit row each", async () => {
  const { apply, buy, states, recount, ids } = await openClub(3);
  const first = await buy(0, 60, thisYear - 1);
  await buy(0, 50, thisYear - 1);
  await buy(0, 20);
  await buy(0, -60, thisYear, first);
  await buy(1, -5);
  await buy(2, 49);
  await apply(yearly);
  await buy(2, 2);
  expect(await recount(2)).toEqual([3, 3]);
  const state = { counts: "base", period: String(thisYear), after: 0 };
  expect(await states()).toEqual([
    { ...state, sums: [20, 50, 0], tier: "Silver" },
    { ...state, sums: [-5, 0, 0], tier: null },
    { ...state, sums: [51, 0, 0], tier: "Silver" },
  ]);
  expect(await recount()).toEqual([3, 0]);
  const changes = await sql`select from_tier, to_tier, sale from tier_change where member = any(${ids}::uuid[])`;
  expect([...changes]).toEqual(times(2, () => ({ from_tier: null, to_tier: "Silver", sale: null })));
  const audits = await sql`
    select actor, detail ->> 'balances' as balances from audit_entry where operation = 'rules.recount'
    and detail ->> 'businessId' = (select program_business_id from member where id = ${ids[0] ?? ""}) order by id`;
  expect([...audits]).toEqual([
    { actor: "olga", balances: "2" },
    { actor: "olga", balances: "1" },
  ]);
});

test("tiers that count something else, or have other levels, are counted anew", async () => {
  const { apply, buy, states, recount } = await openClub(1, yearly);
  await buy(0, 60.5, thisYear - 1);
  await buy(0, 10);
  const before = await states();
  expect(await recount()).toEqual([1, 0]);
  await apply({ ...yearly, counts: "points", period: "month", levels: [{ name: "Tin", from: "5" }] });
  expect(await recount()).toEqual([1, 1]);
  expect(await states()).toEqual([
    { period: `${thisYear}-05`, counts: "points", sums: [10, 0, 0], after: 0, tier: expect.toBeOneOf([null, "Tin"]) },
  ]);
  await apply(yearly);
  await recount();
  expect(await states()).toEqual(before);
  // Entries say what was spent only where tiers counted it when they were posted.
  await apply({ ...yearly, counts: "spend" });
  await buy(0, 7.25);
  await recount();
  expect(await states()).toMatchObject([{ counts: "spend", sums: [7.25, 0, 0] }]);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
