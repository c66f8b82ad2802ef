import { member, parseParameters, parseQuery, product, programmeFile, ruleProgress, segment } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newMember, newProduct, newSale, newSegment } from "../../../../test/src/records.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { act } from "../testing/act.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop, settleSales } from "../testing/shop.ts";
import { collectAnswer, createViewRunner, type ViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase();
const { sql } = database;
const views = createViewRunner(database.readDb, database.queries, noKeys, sql);
const shop = await openShop(sql, 0);
const coffee = newProduct();
await insertAll(sql, product, [coffee]);
const of = newMember(undefined, { ProgramBusinessID: "CLUB" });

async function ask(body: Readonly<Record<string, unknown>> = {}, by: ViewRunner = views) {
  const parameters = parseParameters(ruleProgress, { MemberExternalID: keyOf(of, "ExternalID") });
  return collectAnswer(by, { view: ruleProgress, parameters, user: "ann", query: parseQuery(ruleProgress, body) });
}

const every = (times?: number) => ({ quantity: "10", per: "campaign", ...(times !== undefined && { times }) });
const rules = [
  { id: "CARD", name: "Coffee card", gives: { bonus: "100" }, every: every() },
  { id: "ONCE", gives: { bonus: "5" }, every: every(1) },
  { id: "CAPPED", gives: { bonus: "8" }, cap: { points: "10", per: "campaign" } },
  { id: "DAILY", gives: { bonus: "1" }, cap: { points: "10", per: "day" } },
  { id: "PLAIN", gives: { bonus: "1" } },
  { id: "FANS", where: { segment: ["Fans"] }, gives: { bonus: "1" }, cap: { points: "10", per: "campaign" } },
  { id: "OVER", to: "2026-01-01T00:00", gives: { bonus: "8" }, cap: { points: "10", per: "campaign" } },
];

test("progress is shown for rules in force that count by running sums", async () => {
  const club = { businessId: "CLUB", name: "Club", currencies: [{ name: "Points" }], earning: { rules } };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  await insertAll(sql, member, [of]);
  const buy = async (Quantity: number) => {
    const SaleItems = [{ ProductCode: keyOf(coffee, "ProductCode"), Quantity, TotalAmount: 0.5 }];
    const sold = { member: keyOf(of, "ExternalID"), store: shop.store, product: "" };
    await settleSales(sql, await insertSales(sql, [newSale({ ...sold, more: { SaleItems } })]));
  };
  const fresh = (RuleID: string, Of: number) => ({ RuleID, Value: 0, Of, Points: 0, Left: Of });
  expect((await ask()).data).toMatchObject([
    fresh("CAPPED", 10),
    { ...fresh("CARD", 10), Name: "Coffee card", Period: "", "@class": "RuleProgress" },
    { ...fresh("DAILY", 10), Period: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    fresh("ONCE", 10),
  ]);
  await buy(7);
  await buy(4);
  expect((await ask()).data).toMatchObject([
    { RuleID: "CAPPED", Value: 10, Of: 10, Points: 10, Left: 0 },
    { RuleID: "CARD", Value: 1, Of: 10, Points: 100, Left: 9 },
    { RuleID: "DAILY", Value: 0 },
    { RuleID: "ONCE", Value: 10, Of: 10, Points: 5, Left: 0 },
  ]);
});

test("a rule for a segment is shown to its members alone", async () => {
  const ids = async () => (await ask()).data.map((one) => (one as { RuleID: string }).RuleID);
  expect(await ids()).not.toContain("FANS");
  const [fans = ""] = await insertAll(sql, segment, [newSegment("Fans")]);
  const keys = { MemberExternalIDs: [keyOf(of, "ExternalID")] };
  await act(sql, "AddMembers", "segment", fans, keys);
  expect(await ids()).toContain("FANS");
  await act(sql, "RemoveMembers", "segment", fans, keys);
  expect(await ids()).not.toContain("FANS");
});

test("to a caller limited to programmes, members of others do not exist", async () => {
  expect((await ask({}, views.within({ programmes: ["OTHER"] }))).data).toEqual([]);
  expect((await ask({}, views.within({ programmes: ["OTHER", "CLUB"] }))).data).toHaveLength(4);
});

test("pages and selections of computed records are those of other views", async () => {
  const select = [{ field: "RuleID" }, { field: "Nothing" }];
  const first = await ask({ query: { select }, paging: { pageNumber: 1, pageSize: 3 }, includeTotalCount: true });
  const ids = (data: readonly object[]) => data.map((one) => (one as { RuleID: string }).RuleID);
  expect(first).toMatchObject({ hasMoreResults: true, pageNumber: 1, pageSize: 3, totalCount: 4 });
  expect(Object.keys(first.data[0] as object)).toEqual(["@class", "@version", "ID", "RuleID"]);
  const rest = await ask({ paging: { pageSize: 3, nextPageToken: first.nextPageToken } });
  expect(rest).toMatchObject({ hasMoreResults: false, pageNumber: 2 });
  expect([...ids(first.data), ...ids(rest.data)]).toEqual(["CAPPED", "CARD", "DAILY", "ONCE"]);
});

test.each([
  {
    query: {
      filter: { filterConditions: { F1: { lhs: { field: "RuleID" }, comparator: "EQ", rhs: { value: "CARD" } } } },
    },
  },
  { query: { sortBy: [{ field: "Points", type: "ASC" }] } },
  { query: { aggregations: { A: { field: "Points", summaryFunction: "SUM" } } } },
  { query: { select: [{ field: "Points" }], distinctResultsOnly: true } },
])("computed records cannot be filtered, sorted or grouped: %j", async (body) => {
  await expect(ask(body)).rejects.toMatchObject({ code: "Error_Query_FieldUnknown" });
});
