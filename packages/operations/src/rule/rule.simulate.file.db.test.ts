import { earningRule, member, programmeFile, segment } from "@rewards/domain";
import { expect, test } from "vitest";
import {
  keyOf,
  newMember,
  newRecord,
  newSale,
  newSegment,
  type TestRecord,
  times,
} from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { simulateRules } from "./rule.simulate.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 0);
let clubs = 0;

/** A programme without rules, with two members. */
async function openClub() {
  const businessId = `CLUB-${++clubs}`;
  const fileOf = (rules: readonly object[]) =>
    programmeFile.parse({
      programmes: [{ businessId, name: "Club", currencies: [{ name: "Points" }], earning: { rules } }],
    });
  const apply = (rules: readonly object[]) => applyProgrammes(sql, fileOf(rules), { actor: "ann" });
  await apply([]);
  const [ann, bob] = times(2, () => newMember(undefined, { ProgramBusinessID: businessId })) as [
    TestRecord,
    TestRecord,
  ];
  await insertAll(sql, member, [ann, bob]);
  const sell = (of: TestRecord, soldAt: string, total: number, original?: TestRecord) => {
    const item = { ProductCode: shop.product, Quantity: Math.sign(total), TotalAmount: total };
    const named = original && { OriginalSaleExternalID: keyOf(original, "ExternalID") };
    return newSale({
      ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: "" },
      more: { SaleDateTime: soldAt, SaleItems: [{ ...item, ...named }] },
    });
  };
  const post = async (...sales: TestRecord[]) => settleSales(sql, await insertSales(sql, sales));
  const simulate = async (rules: readonly object[], from: string, to: string) => {
    const [one] = await simulateRules(sql, fileOf(rules), { from, to, progress: () => undefined });
    return one;
  };
  return { ann, bob, businessId, sell, post, simulate, apply };
}

const monthly = { id: "HAPPY", gives: { bonus: "8" }, cap: { points: "10", per: "month" } };
const [from, to] = ["2026-05-05T00:00:00.000Z", "2026-06-01T00:00:00.000Z"];

test("a cap counts the sales before the period, returns take back, and the most changed member is first", async () => {
  const { ann, bob, sell, post, simulate } = await openClub();
  const before = sell(ann, "2026-05-02T10:00:00Z", 20);
  const [first, second] = [sell(ann, "2026-05-10T10:00:00Z", 30), sell(bob, "2026-05-11T10:00:00Z", 40)];
  await post(before, first, second, sell(bob, "2026-05-12T10:00:00Z", 50), sell(bob, "2026-06-01T00:00:00Z", 60));
  // Of the bonus, ann had 8 before and 2 of the first sale. Bob has 8 and 2, and keeps 8 of the sale that stays.
  await post(sell(bob, "2026-05-13T10:00:00Z", -40, second));
  const units = (points: number) => BigInt(points) * 10_000n;
  const memberOf = (one: TestRecord, points: number, simulated: number) => ({
    ...{ id: one.id, externalId: keyOf(one, "ExternalID"), points: units(points), simulated: units(simulated) },
  });
  expect(await simulate([monthly], from, to)).toEqual({
    ...{ businessId: "CLUB-1", sumsFrom: "2026-05-01T00:00:00.000Z", leftOut: 0, sales: 4 },
    changed: { sales: 4, members: 2 },
    ...{ points: units(80), simulated: units(90) },
    rules: [{ id: "HAPPY", points: 0n, simulated: units(10) }],
    members: [memberOf(bob, 50, 58), memberOf(ann, 30, 32)],
  });
});

test("returns of another member's goods, and of sales from before, are left out and counted", async () => {
  const { ann, bob, sell, post, simulate } = await openClub();
  const [before, first] = [sell(ann, "2026-04-30T10:00:00Z", 20), sell(ann, "2026-05-10T10:00:00Z", 30)];
  await post(before, first);
  await post(sell(bob, "2026-05-12T10:00:00Z", -30, first), sell(ann, "2026-05-12T10:00:00Z", -20, before));
  expect(await simulate([monthly], from, to)).toMatchObject({ sales: 3, leftOut: 2, points: 300_000n });
});

test("a rule for a segment counts the sales that were made while its members were in it", async () => {
  const { ann, bob, sell, post, simulate } = await openClub();
  const [id = ""] = await insertAll(sql, segment, [newSegment("Fans")]);
  const [since, until] = ["2026-05-10T00:00:00Z", "2026-05-12T00:00:00Z"];
  await sql`insert into segment_member (member, segment, since, until) values (${ann.id}, ${id}, ${since}, ${until})`;
  const [counted, after] = [sell(ann, "2026-05-11T10:00:00Z", 30), sell(ann, "2026-05-12T00:00:00Z", 20)];
  await post(counted, after, sell(bob, "2026-05-11T10:00:00Z", 40));
  await post(sell(ann, "2026-05-13T10:00:00Z", -30, counted));
  const fans = { id: "FANS", where: { segment: ["Fans"] }, gives: { bonus: "8" } };
  expect(await simulate([fans], from, until)).toMatchObject({ points: 700_000n, simulated: 780_000n });
  expect(await simulate([fans], from, to)).toMatchObject({ points: 600_000n, simulated: 600_000n });
});

test("rules that were made over HTTP count by the file too, as those that a file does not list end", async () => {
  const { ann, businessId, sell, post, simulate, apply } = await openClub();
  const rule = (RuleID: string, more: object) =>
    newRecord(earningRule, { ProgramBusinessID: businessId, RuleID, Rule: { gives: { bonus: "8" }, ...more } });
  await apply([{ id: "B", group: "G", gives: { bonus: "9" } }, monthly]);
  await insertAll(sql, earningRule, [rule("C", { group: "G" }), rule("A", { gives: { bonus: "9" }, group: "G" })]);
  await post(sell(ann, "2026-05-10T10:00:00Z", 30));
  const unchanged = await simulate([{ id: "B", group: "G", gives: { bonus: "9" } }, monthly], from, to);
  expect(unchanged?.rules.map((one) => [one.id, one.points, one.simulated])).toEqual([
    ["A", 90_000n, 90_000n],
    ["B", 0n, 0n],
    ["C", 0n, 0n],
    ["HAPPY", 80_000n, 80_000n],
  ]);
  expect(await simulate([], from, to)).toMatchObject({ points: 470_000n, simulated: 390_000n });
});

test("sums of a member go on from page to page", async () => {
  const { ann, sell, post, simulate } = await openClub();
  await post(...times(2_001, () => sell(ann, "2026-05-10T10:00:00Z", 1)));
  const once = { id: "ONCE", gives: { bonus: "1" }, cap: { points: "1500", per: "campaign" } };
  const counted = { sales: 2_001, points: 20_010_000n, simulated: 35_010_000n };
  expect(await simulate([once], from, to)).toMatchObject(counted);
});
