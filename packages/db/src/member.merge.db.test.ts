import { type Amount, amountOf, member, product, programmeFile, redemption, reward, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newClaim,
  newMember,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  type TestRecord,
  times,
} from "../../../test/src/records.ts";
import { verifyBooks } from "../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../operations/src/person/person.erase.ts";
import { applyProgrammes } from "../../operations/src/programme.apply.ts";
import { runActions } from "./action/action.run.ts";
import { createCatalogueCache } from "./catalogue/catalogue.cache.ts";
import { fulfilRedemptions } from "./redemption/redemption.process.ts";
import { postSales } from "./sale/sale.commit.ts";
import { processSales } from "./sale/sale.process.ts";
import { repriceSales } from "./sale/sale.reprice.ts";
import { act, actionPath } from "./testing/act.ts";
import { insertAll, openTestDatabase } from "./testing/database.ts";
import { redemptionDeps } from "./testing/items.ts";
import { whileKilling } from "./testing/kill.ts";
import { insertSales, openShop, planSales } from "./testing/shop.ts";
import { addPoints, refusal, requireAction } from "./testing/targets.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const shop = await openShop(sql, 0);
const merge = requireAction(member, "Merge");
const author = { actor: "olga" };

async function newBuyer(more: Readonly<Record<string, unknown>> = {}) {
  const record = newMember(undefined, more);
  const [id = ""] = await insertAll(sql, member, [record]);
  return { id, key: keyOf(record, "ExternalID") };
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

const line = (quantity: number, total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: quantity, TotalAmount: total },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});
const saleOf = (key: string, items: readonly object[], more: object = {}) =>
  newSale({ member: key, store: shop.store, product: "", more: { SaleItems: items, ...more } });

async function processed(...sales: readonly TestRecord[]): Promise<string[]> {
  const ids = await insertSales(sql, sales);
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) }, "wait");
  return ids;
}

const bought = async (buyer: Pick<Buyer, "key">, total: number) => {
  const record = saleOf(buyer.key, [line(1, total)]);
  await processed(record);
  return keyOf(record, "ExternalID");
};

const mergeInto = (stays: Buyer, ends: Buyer, Reason?: string) =>
  act(sql, "Merge", "member", stays.id, { FromMemberExternalID: ends.key, Reason });

const entriesOf = async ({ id }: Buyer) =>
  (
    await sql`select type, currency_awarded::float8 as points, member_balance::float8 as after from ledger_entry where member = ${id} order by currency, sequence`
  ).map(({ type, points, after }) => [type, points, after]);
const balanceOf = async ({ id }: Buyer): Promise<Amount> =>
  amountOf((await sql<{ b: string }[]>`select sum(balance) as b from balance where member = ${id}`)[0]?.b ?? "0");
const standingOf = async ({ id }: Buyer) =>
  (
    await sql`select balance::float8, spendable::float8, maturing::float8, held::float8 from member_balance where member = ${id}`
  )[0];
const points = (amount: number) => amountOf(amount);

test("points, cards and vouchers go to the one that stays, and the other ends", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  await bought(stays, 10);
  await bought(ends, 32);
  await act(sql, "AddCard", "member", ends.id, { CardNumber: `card of ${ends.id}` });
  const free = newReward(undefined, { RewardType: "digital", RewardCost: "2" });
  await insertAll(sql, reward, [free]);
  const redeem = async (key: string) => {
    const [id = ""] = await insertAll(sql, redemption, [newRedemption(key, [{ reward: keyOf(free, "ExternalID") }])]);
    await fulfilRedemptions(sql, [id], await redemptionDeps(sql));
    return id;
  };
  await redeem(ends.key);
  await mergeInto(stays, ends, "Two cards of one person");
  expect(await entriesOf(stays)).toEqual([
    ["Sale", 10, 10],
    ["TransferIn", 30, 40],
  ]);
  expect(await entriesOf(ends)).toEqual([
    ["Sale", 32, 32],
    ["Redemption", -2, 30],
    ["TransferOut", -30, 0],
  ]);
  const [ended] = await sql`select status, merged_into, external_id from member where id = ${ends.id}`;
  expect(ended).toEqual({
    status: "Resolved-Merged",
    merged_into: stays.id,
    external_id: `merged-${ends.id.replaceAll("-", "")}`,
  });
  const cards = await sql`select key from member_key where member = ${stays.id} order by key`;
  expect(cards.map(({ key }) => key)).toEqual([ends.key, `card of ${ends.id}`].sort());
  const items = await sql`select count(*)::int from redemption_item where member_external_id = ${stays.key}`;
  expect(items[0]?.["count"]).toBe(1);
  for (const key of [ends.key, `card of ${ends.id}`]) await bought({ key }, 5);
  await redeem(ends.key);
  expect(await balanceOf(stays)).toBe(points(48));
  const history =
    await sql`select action, changes from history where record_id = any(${[stays.id, ends.id]}::uuid[]) and action like 'Merge%'`;
  expect(history.map(({ action }) => action).sort()).toEqual(["Merge", "MergeInto"]);
  const [audit] =
    await sql`select reason, detail from audit_entry where record_id = ${stays.id} and operation = 'member:merge'`;
  expect(audit).toMatchObject({
    reason: "Two cards of one person",
    detail: { from: `MEM-${ends.id.replaceAll("-", "")}` },
  });
});

test("a debt moves too, and what is refused changes nothing", async () => {
  const [stays, ends, blocked] = [await newBuyer(), await newBuyer(), await newBuyer()];
  await bought(stays, 10);
  await processed(saleOf(ends.key, [line(-1, -4)]));
  await act(sql, "Block", "member", blocked.id, {});
  const attempt = (FromMemberExternalID: string) =>
    refusal(act(sql, "Merge", "member", stays.id, { FromMemberExternalID }));
  expect(await attempt("nobody")).toBe("Error_Member_Unknown");
  expect(await attempt(stays.key)).toBe("Error_Member_Same");
  expect(await attempt(blocked.key)).toBe("Error_Member_Blocked");
  expect(await balanceOf(stays)).toBe(points(10));
  await mergeInto(stays, ends);
  expect(await balanceOf(stays)).toBe(points(6));
  expect(await attempt(ends.key)).toBe("Error_Member_Unknown");
  for (const action of ["Edit", "AddBalance", "Block", "AddCard", "Merge"])
    expect([
      action,
      await refusal(
        act(sql, action, "member", ends.id, { ...addPoints(1), CardNumber: "C-1", FromMemberExternalID: stays.key }),
      ),
    ]).toEqual([action, "Error_Status_Illegal"]);
});

test("a return of the other's sale takes from the one that stays what the sale gave, in any split, also after the points were spent", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  const record = saleOf(ends.key, [line(3, 10)]);
  await processed(record);
  const original = keyOf(record, "ExternalID");
  await processed(saleOf(ends.key, [line(-1, -3.33, original)]));
  await act(sql, "AddBalance", "member", ends.id, { AdjustBalances: { Amount: -5, Name: "Points" } });
  await mergeInto(stays, ends);
  await bought(stays, 20);
  await processed(saleOf(stays.key, [line(-1, -3.33, original)]));
  await processed(saleOf(ends.key, [line(-1, -3.34, original)]));
  expect(await balanceOf(ends)).toBe(0n);
  expect(await balanceOf(stays)).toBe(points(20 - 5));
});

test("merged twice, everything ends at the last one", async () => {
  const [last, middle, first] = [await newBuyer(), await newBuyer(), await newBuyer()];
  const original = await bought(first, 30);
  await mergeInto(middle, first);
  await mergeInto(last, middle);
  await bought(first, 7);
  await processed(saleOf(middle.key, [line(-1, -30, original)]));
  expect(await Promise.all([last, middle, first].map(balanceOf))).toEqual([points(7), 0n, 0n]);
});

test("two that are merged into each other at once: one of them stays, in many rounds", async () => {
  for (let round = 0; round < 6; round += 1) {
    const [one, other] = [await newBuyer(), await newBuyer()];
    await bought(one, 3);
    await bought(other, 4);
    const codes = await Promise.all([
      refusal(mergeInto(one, other)),
      refusal(mergeInto(other, one)),
      ...times(3, () => refusal(mergeInto(one, other))),
    ]);
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect((await balanceOf(one)) + (await balanceOf(other))).toBe(points(7));
  }
});

test("in a batch, two that are merged into each other are left, and of two that want one, the second finds it gone", async () => {
  const [stays, ends, third, fourth] = [await newBuyer(), await newBuyer(), await newBuyer(), await newBuyer()];
  const callOf = ({ id }: Buyer, { key }: Buyer) => ({ id, user: "clerk", content: { FromMemberExternalID: key } });
  const statusesOf = async (...calls: ReturnType<typeof callOf>[]) =>
    (await runActions(sql, merge, calls)).answers.map((answer) => answer && "status" in answer && answer.status);
  expect(await statusesOf(callOf(stays, ends), callOf(ends, stays))).toEqual([undefined, undefined]);
  expect(await statusesOf(callOf(stays, ends), callOf(third, ends))).toEqual(["Open-Active", 422]);
  expect(await statusesOf(callOf(third, fourth))).toEqual(["Open-Active"]);
});

test("one key merges once", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  await bought(ends, 9);
  const content = { FromMemberExternalID: ends.key };
  const key = freshKey("merge");
  const claim = () => newClaim(key, content, { method: "PATCH", path: actionPath(merge, stays.id) });
  const runs = await Promise.all(
    times(5, () => runActions(sql, merge, [{ id: stays.id, user: "clerk", content, claim: claim() }])),
  );
  expect(runs.map(({ answers: [answer] }) => answer)).toEqual(
    times(5, () => expect.objectContaining({ status: "Open-Active" })),
  );
  expect(await balanceOf(stays)).toBe(points(9));
});

test("a merge whose session is killed is done whole or not at all, and a repeat with its key brings it to its end", async () => {
  let killed = 0;
  for (let round = 0; round < 12; round += 1) {
    const [stays, ends] = [await newBuyer(), await newBuyer()];
    await bought(ends, 5);
    const content = { FromMemberExternalID: ends.key };
    const claim = newClaim(freshKey("killed"), content, { method: "PATCH", path: actionPath(merge, stays.id) });
    const run = () => runActions(sql, merge, [{ id: stays.id, user: "clerk", content, claim }]);
    if (await whileKilling(sql, "member_merge|merged_into|ledger_entry|member_key", run)) killed += 1;
    const transfers = (await entriesOf(stays)).length + (await entriesOf(ends)).length - 1;
    const isEnded = (await sql`select from member where id = ${ends.id} and status = 'Resolved-Merged'`).count;
    expect([0, 2]).toContain(transfers);
    expect(transfers).toBe(2 * isEnded);
    await run();
    expect([await balanceOf(stays), await balanceOf(ends)]).toEqual([points(5), 0n]);
  }
  expect(killed).toBeGreaterThan(0);
});

test("sales and returns that were planned before a merge are posted to the one that stays, once", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  const original = await bought(ends, 50);
  const ids = await insertSales(sql, [saleOf(ends.key, [line(1, 8)]), saleOf(stays.key, [line(-1, -50, original)])]);
  const plans = await planSales(sql, ids);
  await mergeInto(stays, ends);
  await postSales(sql, plans);
  expect(await balanceOf(stays)).toBe(points(50));
  await processSales(ids, { database, catalogue: createCatalogueCache(sql) }, "wait");
  expect([await balanceOf(stays), await balanceOf(ends)]).toEqual([points(8), 0n]);
});

test("a merge while sales and returns are posted loses nothing", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  const originals = await Promise.all(times(4, () => bought(ends, 10)));
  const ids = await insertSales(sql, [
    ...times(20, (n) => saleOf(n % 2 ? ends.key : stays.key, [line(1, 10)])),
    ...originals.map((original) => saleOf(ends.key, [line(-1, -10, original)])),
  ]);
  const work = () => processSales(ids, { database, catalogue: createCatalogueCache(sql) }, "wait");
  await Promise.all([work(), mergeInto(stays, ends), work()]);
  await work();
  expect([await balanceOf(stays), await balanceOf(ends)]).toEqual([points(200), 0n]);
  const open = await sql`select from sale where id = any(${ids}::uuid[]) and status <> ${sale.transitions.complete.to}`;
  expect(open).toHaveLength(0);
});

test("pending points of the other wait as long as they would have, and less what comes back of them", async () => {
  const businessId = freshKey("CLUB");
  const currencies = [{ name: "Points", expiry: { months: 1 } }];
  const club = { businessId, name: "Club", currencies, returns: { windowDays: 7 } };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), author);
  const [stays, ends] = [
    await newBuyer({ ProgramBusinessID: businessId }),
    await newBuyer({ ProgramBusinessID: businessId }),
  ];
  await act(sql, "AddBalance", "member", stays.id, { AdjustBalances: { Amount: 5, Name: "Points" } });
  const original = await bought(ends, 40);
  await mergeInto(stays, ends);
  expect(await standingOf(stays)).toEqual({ balance: 45, spendable: 5, maturing: 40, held: 0 });
  await processed(saleOf(stays.key, [line(-1, -40, original)]));
  expect(await standingOf(stays)).toEqual({ balance: 5, spendable: 5, maturing: 0, held: 0 });
});

test("what a return holds of the other is held of the one that stays", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  await bought(ends, 30);
  await processed(saleOf(ends.key, [line(-1, -12, "not yet")]));
  await mergeInto(stays, ends);
  expect(await standingOf(stays)).toMatchObject({ balance: 30, spendable: 18, held: 12 });
});

test("tier sums add up, and a return of the other's sale lowers them", async () => {
  const businessId = freshKey("CLUB");
  const tiers = { period: "year", counts: "base", levels: [{ name: "Gold", from: "100" }] };
  const club = { businessId, name: "Club", currencies: [{ name: "Points" }], tiers };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), author);
  const [stays, ends] = [
    await newBuyer({ ProgramBusinessID: businessId }),
    await newBuyer({ ProgramBusinessID: businessId }),
  ];
  const last = { SaleDateTime: `${new Date().getUTCFullYear() - 1}-05-04T10:00:00Z` };
  await processed(saleOf(stays.key, [line(1, 60)]), saleOf(ends.key, [line(1, 20)], last));
  const original = await bought(ends, 50);
  const state = async () =>
    (await sql`select tier, tier_sums::float8[] as sums from balance where member = ${stays.id}`)[0];
  await mergeInto(stays, ends);
  expect(await state()).toEqual({ tier: "Gold", sums: [110, 20, 0] });
  await processed(saleOf(stays.key, [line(-1, -50, original)]));
  expect(await state()).toEqual({ tier: null, sums: [60, 20, 0] });
});

test("a repricing of the other's sale gives its points to the one that stays", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  const late = newProduct();
  const record = saleOf(ends.key, [line(1, 5), { ...line(1, 7), ProductCode: keyOf(late, "ProductCode") }]);
  await processed(record);
  await mergeInto(stays, ends);
  await insertAll(sql, product, [late]);
  const [priced] = await repriceSales(sql, [keyOf(record, "ExternalID")], { author, isDryRun: false, locks: "wait" });
  expect(priced?.outcome).toBe("posted");
  expect([await balanceOf(stays), await balanceOf(ends)]).toEqual([points(12), 0n]);
});

test("members of two programmes cannot be merged", async () => {
  const businessId = freshKey("CLUB");
  const club = { businessId, name: "Club", currencies: [{ name: "Points" }] };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), author);
  const [one, other] = [await newBuyer(), await newBuyer({ ProgramBusinessID: businessId })];
  expect(await refusal(mergeInto(one, other))).toBe("Error_Programme_Other");
});

test("an erasure of the one that stays erases the other too", async () => {
  const [stays, ends] = [await newBuyer(), await newBuyer()];
  await bought(ends, 5);
  await mergeInto(stays, ends);
  await bought(ends, 5);
  expect(await erasePerson(sql, ends.key, author)).toMatchObject({ memberId: stays.id, sales: 2 });
  const rows = await sql`
    select (select string_agg(t::text, ' ') from member t where id = any(${[stays.id, ends.id]}::uuid[]))
      || (select string_agg(t::text, ' ') from member_key t) || (select string_agg(t::text, ' ') from sale t) as text`;
  for (const key of [stays.key, ends.key]) expect(rows[0]?.["text"]).not.toContain(`${key},`);
  expect((await sql`select full_name from member where id = ${ends.id}`)[0]?.["full_name"]).toBe("");
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
