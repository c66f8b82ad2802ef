import { createClient as issueClient } from "@rewards/access";
import { formatClientKey, programmeFile, type Scope } from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, registerBasics, saleContent } from "./support/fixtures.ts";
import { countRows, useStack } from "./support/stack.ts";

const stack = useStack({ env: { AUTH: "required" } });
let admin: Client;
let [ofProgramme, ofStore, withoutRight]: Client[] = [];
let basics: Awaited<ReturnType<typeof registerBasics>>;
let content: Record<string, unknown>;

async function issue(rights: string, scope?: Scope): Promise<Client> {
  const given = { name: "test", rights, expiresAt: null, ...(scope && { scope }) };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, { actor: "test" });
  return createClient(stack.client.url, formatClientKey(clientID, clientSecret));
}

beforeAll(async () => {
  admin = await issue("*");
  const other = { businessId: "OTHER", name: "Other", currencies: [{ name: "Points" }] };
  await applyProgrammes(stack.database.sql, programmeFile.parse({ programmes: [other] }), { actor: "test" });
  ofProgramme = await issue("*", { programmes: ["OTHER"] });
  ofStore = await issue("*", { stores: ["NONE"] });
  withoutRight = await issue("view:SaleList");
  basics = await registerBasics(admin);
  const { member: MemberExternalID, store: StoreCode, product: ProductCode } = basics;
  content = { MemberExternalID, StoreCode, SaleItems: [{ ProductCode, Quantity: 2, TotalAmount: 19.98 }] };
});

const page = ".dataViewParameters";
const ask = (given: object, client = admin) => client.view("PreviewSale", { ...content, ...given });
const lineOf = (more: object) => ({
  SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount: 1, ...more }],
});

test("a preview answers what the sale then earns, and stores nothing", async () => {
  const before = await countRows(stack);
  const { status, body } = await ask({});
  expect([status, body.resultCount]).toEqual([200, 1]);
  expect(await countRows(stack)).toEqual(before);
  const sold = saleContent(basics, content);
  await awaitStatus(admin, await admin.created("Sale", sold), "Resolved-Completed");
  const [entry] = await admin.records("LedgerEntriesBetweenDates", {
    ...{ MemberExternalID: basics.member, FromDateTime: "2000-01-01T00:00:00Z", ToDateTime: "2100-01-01T00:00:00Z" },
  });
  expect(body.data[0]).toMatchObject({ "@class": "SalePreview", Points: entry.CurrencyAwarded, Tier: null, Note: "" });
});

test("it can be asked by GET, counted, and for a programme instead of a member", async () => {
  const query = new URLSearchParams({ dataViewParameters: JSON.stringify(content) });
  expect(await admin.send("GET", `${root}/data_views/PreviewSale?${query}`)).toMatchObject({ status: 200 });
  const counted = await admin.send("POST", `${root}/data_views/PreviewSale/count`, { dataViewParameters: content });
  expect(counted.body).toMatchObject({ totalCount: 1, resultCount: 1, hasMoreResults: false });
  const { body } = await ask({ MemberExternalID: null, ProgramBusinessID: "REWARDS" });
  expect(body.data).toMatchObject([{ Points: 19, Lines: [{ Line: 1, Counts: true }] }]);
});

const required = "Error_Parameter_Required";
const mistyped = "Error_Parameter_Type";

describe("is refused with 400", () => {
  test.each([
    [{ MemberExternalID: "" }, required, page, ".MemberExternalID"],
    [{ ProgramBusinessID: "REWARDS" }, mistyped, page, ".MemberExternalID"],
    [{ MemberExternalID: `erased-${"0".repeat(16)}-${"0".repeat(32)}` }, mistyped, page, ".MemberExternalID"],
    [{ MemberExternalID: 5 }, mistyped, page, ".MemberExternalID"],
    [{ StoreCode: null }, required, page, ".StoreCode"],
    [{ SaleChannelCode: 5 }, mistyped, page, ".SaleChannelCode"],
    [{ SaleDateTime: "yesterday" }, mistyped, page, ".SaleDateTime"],
    [{ SaleItems: undefined }, required, page, ".SaleItems"],
    [{ SaleItems: "none" }, mistyped, page, ".SaleItems"],
    [{ SaleItems: [{}] }, required, `${page}.SaleItems(1)`, ".ProductCode"],
  ])("for %j", async (given, code, at, field) => {
    const answer = await ask(given);
    expect(answer.status).toBe(400);
    expect(answer.body.errorDetails[0]).toMatchObject({
      message: code,
      erroneousInputOutputFieldInPage: at,
      erroneousInputOutputIdentifier: field,
    });
  });

  test("for no lines, and for lines whose signs do not agree", async () => {
    const [empty, turned] = [await ask({ SaleItems: [] }), await ask(lineOf({ Quantity: -1 }))];
    expect(empty.status).toBe(400);
    expectError(turned, 400, { code: mistyped, page: `${page}.SaleItems(1)`, field: ".TotalAmount" });
  });

  test("for a filter: its records are computed", async () => {
    const filterConditions = { F1: { lhs: { field: "Points" }, comparator: "GT", rhs: { value: 1 } } };
    const body = { dataViewParameters: content, query: { filter: { filterConditions } } };
    expectError(await admin.send("POST", `${root}/data_views/PreviewSale`, body), 400, "Error_Query_FieldUnknown");
  });
});

test("what a sale would wait for is refused with 422", async () => {
  const member = { code: "Error_Member_Unknown", page, field: ".MemberExternalID" };
  const store = { code: "Error_Store_Unknown", page, field: ".StoreCode" };
  expectError(await ask({ MemberExternalID: "nobody" }), 422, member);
  expectError(await ask({ StoreCode: "nowhere" }), 422, store);
  expectError(await ask({ MemberExternalID: "", ProgramBusinessID: "NONE" }), 422, {
    ...{ code: "Error_Programme_Unknown", page, field: ".ProgramBusinessID" },
  });
  expectError(await ask(lineOf({ Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: "unknown" })), 422, {
    ...{ code: "Error_Sale_Unknown", page: `${page}.SaleItems(1)`, field: ".OriginalSaleExternalID" },
  });
  expectError(await ask({}, ofProgramme), 422, member);
  expectError(await ask({}, ofStore), 422, store);
  expect(await ofProgramme?.records("RuleProgress", { MemberExternalID: basics.member })).toEqual([]);
});

/** Posts a sale of so many lines, and returns its key. */
async function sell(count: number, TotalAmount = 1, status = "Resolved-Completed"): Promise<string> {
  const SaleItems = Array(count).fill({ ProductCode: basics.product, Quantity: 1, TotalAmount });
  const sold = saleContent(basics, { ...content, SaleItems });
  await awaitStatus(admin, await admin.created("Sale", sold), status);
  return sold.ExternalID;
}
const back = (OriginalSaleExternalID: string) => ({
  ...{ ProductCode: basics.product, Quantity: -1, TotalAmount: -1, OriginalSaleExternalID },
});

test("a return of 500 lines is previewed; one of sales with more than 2,000 lines is 400", async () => {
  const keys = await Promise.all([500, 500, 500, 500].map((count) => sell(count)));
  const [first = ""] = keys;
  const { status, body } = await ask({ SaleItems: Array(500).fill(back(first)) });
  expect([status, body.data[0].Points]).toEqual([200, -500]);
  expect((await ask({ SaleItems: keys.map(back) })).status).toBe(200);
  const refused = await ask({ SaleItems: [...keys, await sell(1)].map(back) });
  expectError(refused, 400, { code: "Error_Query_TooLarge", page, field: ".SaleItems" });
  expect(refused.body.errorDetails[0].localizedValue).toBe(
    "The sales that it names have 2001 lines, and a preview reads at most 2000.",
  );
});

test("to a client of the programme, a return of a rejected sale is what its sale would be", async () => {
  const ofRewards = await issue("*", { programmes: ["REWARDS"] });
  const rejected = await sell(2, 99_999_999_999, "Resolved-Rejected");
  await vi.waitFor(async () => expect((await ask({}, ofRewards)).status).toBe(200), 60_000);
  const given = { SaleItems: [back(rejected)] };
  const shown = await ask(given, ofRewards);
  expect(shown.status).toBe(200);
  const sold = saleContent(basics, { ...content, ...given });
  const posted = await awaitStatus(admin, await ofRewards.created("Sale", sold), "Resolved-Completed");
  expect(shown.body.data[0].Note).toBe(posted.ConfirmationNote);
  expect(shown.body.data[0].Note).toContain("was rejected");
  expectError(
    await ask({ ...given, MemberExternalID: "", ProgramBusinessID: "OTHER" }, ofProgramme),
    422,
    "Error_Sale_Unknown",
  );
});

test("a caller needs the right of the view", async () => {
  expectError(await ask({}, withoutRight), 403, "Error_Right_Missing");
});
