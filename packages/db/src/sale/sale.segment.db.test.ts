import { member, product, programmeFile, segment } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newProduct, newSale, newSegment } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { act } from "../testing/act.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";

const database = await openTestDatabase();
const { sql } = database;
const shop = await openShop(sql, 0);
const goods = newProduct();
await insertAll(sql, product, [goods]);

/** A new programme whose rule gives a bonus to the members of a new segment, and a member of the programme. */
async function openClub() {
  const [businessId, name] = [freshKey("CLUB"), freshKey("Fans")];
  const rules = [{ id: "FANS", where: { segment: [name, "Friends"] }, gives: { bonus: "5" } }];
  const club = { businessId, name: "Club", currencies: [{ name: "Points" }], earning: { rules } };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  const of = newMember(undefined, { ProgramBusinessID: businessId });
  const ids = await insertAll(sql, member, [of]);
  const [id = ""] = await insertAll(sql, segment, [newSegment(name)]);
  const key = keyOf(of, "ExternalID");
  /** As if it had been done at this time. */
  const change = async (action: "AddMembers" | "RemoveMembers", at: string) => {
    await act(sql, action, "segment", id, { MemberExternalIDs: [key] });
    await sql`
      update segment_member set since = case when until is null then ${at}::timestamptz else since end,
        until = case when until is not null then ${at}::timestamptz end where segment = ${id}`;
  };
  const sell = async (soldAt: string, total = 10, original?: string) => {
    const SaleItems = [
      {
        ...{ ProductCode: keyOf(goods, "ProductCode"), Quantity: Math.sign(total), TotalAmount: total },
        ...(original !== undefined && { OriginalSaleExternalID: original }),
      },
    ];
    const sale = newSale({ member: key, store: shop.store, product: "", more: { SaleDateTime: soldAt, SaleItems } });
    await insertSales(sql, [sale]);
    return sale;
  };
  const settle = async (sale: { readonly id: string }) => {
    await processSales([sale.id], { database, catalogue: createCatalogueCache(sql) });
    return (await balancesOf(sql, ids))[0];
  };
  return { id, change, sell, settle };
}

test("a sale goes by who was in the segment when it was made, however late it comes", async () => {
  const { change, sell, settle } = await openClub();
  const before = await sell("2026-04-30T23:59:59.999Z");
  const [first, last, after] = ["2026-05-01T00:00:00Z", "2026-05-31T23:59:59.999Z", "2026-06-01T00:00:00Z"];
  await change("AddMembers", "2026-05-01T00:00:00Z");
  const waiting = await sell(first);
  await change("RemoveMembers", "2026-06-01T00:00:00Z");
  expect(await settle(before)).toBe(10);
  expect(await settle(waiting)).toBe(25);
  expect(await settle(await sell(last))).toBe(40);
  expect(await settle(await sell(after))).toBe(50);
});

test("a return takes what the rule gave, though the member has left the segment, and its entry says so", async () => {
  const { change, sell, settle } = await openClub();
  await change("AddMembers", "2026-05-01T00:00:00Z");
  const sale = await sell("2026-05-04T10:00:00Z");
  expect(await settle(sale)).toBe(15);
  await change("RemoveMembers", "2026-06-01T00:00:00Z");
  const back = await sell("2026-06-04T10:00:00Z", -10, keyOf(sale, "ExternalID"));
  expect(await settle(back)).toBe(0);
  const [row] = await sql<{ why: string }[]>`select why from ledger_entry where source_id = ${back.id}`;
  const share = { points: -15, base: -10, rules: [{ id: "FANS", points: -5 }] };
  expect(JSON.parse(row?.why ?? "")).toMatchObject({ returns: [share] });
});

test("in a segment that became inactive, a sale from before still counts, and one from after does not", async () => {
  const { id, change, sell, settle } = await openClub();
  await change("AddMembers", "2026-05-01T00:00:00Z");
  await act(sql, "MarkAsInactive", "segment", id);
  expect(await settle(await sell("2026-05-04T10:00:00Z"))).toBe(15);
  // Later than its acceptance, it counts as made then.
  expect(await settle(await sell(new Date(Date.now() + 1_000).toISOString()))).toBe(25);
});

test("the words of a sale without an entry count the rule of the member's segment", async () => {
  const { change, sell } = await openClub();
  await change("AddMembers", "2026-05-01T00:00:00Z");
  const sale = await sell("2026-05-04T10:00:00Z");
  const inspected = await inspectSale(sql, keyOf(sale, "ExternalID"));
  expect(inspected?.explanation).toMatchObject({ basis: "present", now: ["Sale 15.0000"] });
});

test("a batch whose rules name no segment sends no statement for segments", async () => {
  const sent = async (rules: readonly object[]) => {
    const businessId = freshKey("PLAIN");
    const club = { businessId, name: "Plain", currencies: [{ name: "Points" }], earning: { rules } };
    await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
    const of = newMember(undefined, { ProgramBusinessID: businessId });
    await insertAll(sql, member, [of]);
    const sale = newSale({ ...shop, member: keyOf(of, "ExternalID") });
    await insertSales(sql, [sale]);
    const recorder = database.openRecorder();
    const deps = { database: { sql: recorder.sql }, catalogue: createCatalogueCache(sql) };
    const texts = await recorder.record(() => processSales([sale.id], deps as never));
    return texts.filter((text) => text.includes("segment_member")).length;
  };
  expect(await sent([{ id: "ALL", gives: { bonus: "5" } }])).toBe(0);
  expect(await sent([{ id: "FEW", where: { segment: ["Few"] }, gives: { bonus: "5" } }])).toBe(1);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
