import { createUser } from "@rewards/access";
import { beforeAll, expect, test } from "vitest";
import { apiActions } from "../../apps/console/src/actions.ts";
import { type Browser, openBrowser } from "../../apps/console/src/testing/browser.ts";
import { hostile } from "../../apps/console/src/testing/hostile.ts";
import { awaitStatus, freshKey, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, type Running, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack, { points: 100, stock: 5 });
const password = "correct horse battery";
let api: Running;
let consoleUrl: string;

beforeAll(async () => {
  api = await stack.startApi({ AUTH: "required" });
  consoleUrl = (await stack.startConsole({ AUTH: "required", REWARDS_URL: api.url })).url;
});

/** Logs a new user with these rights in. */
async function logIn(name: string, rights: string, url = consoleUrl): Promise<Browser> {
  await createUser(stack.database.sql, { name, rights, by: { password } }, { actor: "test" });
  const browser = openBrowser(url);
  await browser.open("/login");
  expect((await browser.send("/login", { name, password })).headers.get("location")).toBe("/");
  return browser;
}

const balanceOf = async () => {
  const [row] = await stack.client.records("MemberBalances", { MemberExternalID: basics.member });
  return row?.["Balance"];
};
const audited = (actor: string) =>
  stack.database
    .sql`select operation, reason from audit_entry where actor = ${actor} and operation like '%:%' order by id`;

test("an agent adjusts points with the rights of their own: the API posts it once, and history and audit name the agent", async () => {
  const browser = await logIn("ann", "member:read member:adjust view:MemberBalances view:ObjectHistory");
  const path = `/members/add-balance?ID=${basics.memberId}`;
  const asked = await browser.open(path);
  expect(asked.text).toMatch(/Adjust points: [\s\S]+<option value="Points">/);
  const fields = { ID: basics.memberId, "AdjustBalances.Amount": "25", "AdjustBalances.Name": "Points" };
  const done = await browser.send("/members/add-balance", fields);
  expect([done.status, done.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(`^/members/${basics.memberId}\\?notice=`),
  ]);
  expect((await browser.open(done.headers.get("location") ?? "")).text).toContain("Balance adjusted.");
  expect((await browser.send("/members/add-balance", fields)).status).toBe(409);
  expect(await balanceOf()).toBe(125);
  const history = await stack.client.records("ObjectHistory", { ObjectID: basics.memberId });
  expect(history.at(-1)).toMatchObject({ Action: "AddBalance", CreateUserID: "ann" });
  expect(await audited("ann")).toMatchObject([{ operation: "member:adjust" }]);
});

test("a field that is wrong is said in the form, which keeps what was typed; nothing is done", async () => {
  const browser = await logIn("bea", "member:*");
  await browser.open(`/members/add-balance?ID=${basics.memberId}`);
  for (const [amount, problem] of [
    ["1,000", "write a number such as 1200 or 12.5"],
    ["0", "Not 0."],
    ["-9999", "below zero"],
  ] as const) {
    const fields = { ID: basics.memberId, "AdjustBalances.Amount": amount, "AdjustBalances.Name": "Points" };
    const page = await browser.send("/members/add-balance", fields);
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(problem)]);
    expect(page.text).toContain(`value="${amount}"`);
  }
  await browser.open(`/members/add-card?ID=${basics.memberId}`);
  const taken = await browser.send("/members/add-card", { ID: basics.memberId, CardNumber: basics.member });
  expect([taken.status, taken.text]).toEqual([422, expect.stringContaining("Another record has this key already")]);
  expect(await audited("bea")).toEqual([]);
});

test("records are made, changed and ended by forms, and a record that somebody else has changed is not overwritten", async () => {
  const browser = await logIn("max", "product:* view:ProductList");
  const code = freshKey("P");
  await browser.open("/products/create");
  const made = await browser.send("/products/create", { ProductCode: code, Name: "Tea", Incentivizable: "yes" });
  const path = (made.headers.get("location") ?? "").replace(/\?.*/, "");
  const id = path.replace("/products/", "");
  expect((await browser.open("/products")).text).toContain(`href="${path}"`);
  const readVersion = async () =>
    /name="version" value="(\d+)"/.exec((await browser.open(`/products/edit?ID=${id}`)).text)?.[1] ?? "";
  const stale = await readVersion();
  expect((await stack.client.act(id, "Edit", { content: { Brand: "Other" } })).status).toBe(200);
  const edit = { ID: id, Name: "Green tea", ProductCode: code, Incentivizable: "no" };
  expect((await browser.send("/products/edit", { ...edit, version: stale })).status).toBe(409);
  const version = await readVersion();
  expect((await browser.send("/products/edit", { ...edit, version })).status).toBe(303);
  expect((await stack.client.read(id)).body.data.objectInfo.content).toMatchObject({
    ...{ Name: "Green tea", Brand: "", Incentivizable: false, Origin: "CONSOLE" },
  });
  expect(await audited("max")).toMatchObject([{ operation: "product:create" }, { operation: "product:edit" }]);
});

test("a user without the right gets 403, and no link; the key of a call ends, and is nobody's elsewhere", async () => {
  const browser = await logIn("eve", "member:read");
  expect((await browser.open(`/members/${basics.memberId}`)).text).not.toContain("/members/add-balance");
  expect((await browser.open(`/members/add-balance?ID=${basics.memberId}`)).status).toBe(403);
  const call = (key: string) =>
    fetch(`${api.url}/dx/api/application/v2/objects/${basics.memberId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  for (const key of ["rwu_", `rwu_${"x".repeat(43)}`]) expect((await call(key)).status).toBe(401);
});

test("an API that does not answer is 503 with the remedy, and the form may be sent again", async () => {
  const { url } = await stack.startConsole({ AUTH: "required", REWARDS_URL: "http://127.0.0.1:9" });
  const browser = await logIn("zoe", "member:adjust", url);
  const fields = { ID: basics.memberId, "AdjustBalances.Amount": "1", "AdjustBalances.Name": "Points" };
  await browser.open(`/members/add-balance?ID=${basics.memberId}`);
  for (const _ of [1, 2]) {
    const page = await browser.send("/members/add-balance", fields);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("REWARDS_URL of the console")]);
  }
  await expectBooksInOrder(stack);
});

test("an agent adds a receipt, issues a voucher for its points, reissues and cancels it; an operator exports and erases the member", async () => {
  const { client } = stack;
  const key = freshKey("desk");
  const ID = await client.created("Member", { ExternalID: key, FullName: "Dora Desk", ProgramBusinessID: "REWARDS" });
  const browser = await logIn(
    "desk",
    "member:read sale:* redemption:* redemption_item:* reward:read view:* operator:erase operator:export",
  );
  expect((await client.act(ID, "AddCard", { content: { CardNumber: `${key}-2` } })).status).toBe(200);
  expect((await browser.open(`/members/${ID}?list=cards`)).text).toContain(`${key}-2`);
  await browser.open(`/members/add-receipt?ID=${ID}`);
  const receipt = { ID, receipt: freshKey("R"), store: basics.store, sold: "2026-01-01T10:00" };
  const line = { product1: basics.product, quantity1: "2", amount1: "200.00" };
  expect((await browser.send("/members/add-receipt", { ...receipt, ...line, amount1: "2,00" })).status).toBe(422);
  const noStore = await browser.send("/members/add-receipt", { ...receipt, ...line, store: freshKey("NONE") });
  expect([noStore.status, noStore.text]).toEqual([422, expect.stringContaining("Store code: no store has it.")]);
  for (const store of ["", "\0", "ß".repeat(255), "x".repeat(300)])
    expect((await browser.send("/members/add-receipt", { ...receipt, ...line, store })).status).toBe(422);
  const [StoreCode, ProductCode] = [freshKey("SHOP"), freshKey("TEA")];
  await client.created("Store", { StoreCode, Name: "Shop" });
  await client.created("Product", { ProductCode, Name: "Tea" });
  const small = { store: StoreCode.toLowerCase(), product1: ProductCode.toLowerCase() };
  const added = await browser.send("/members/add-receipt", { ...receipt, ...line, ...small });
  expect(added.headers.get("location")).toMatch(/^\/sales\/SALE-/);
  const balance = async () => (await client.records("MemberBalances", { MemberExternalID: key }))[0]?.["Balance"] ?? 0;
  await expect.poll(balance).toBe(200);
  await browser.open(`/members/add-receipt?ID=${ID}`);
  const known = await browser.send("/members/add-receipt", { ...receipt, ...line, quantity1: "3" });
  expect([known.status, known.text]).toEqual([422, expect.stringContaining("Receipt number: a sale has it already.")]);
  const reward = await client.created("Reward", { ExternalID: freshKey("gone"), Name: "Gone", RewardCost: "5" });
  expect((await browser.open(`/members/issue-voucher?ID=${ID}`)).text).toContain("Gone, 5 points, none left");
  expect((await client.act(reward, "DeleteObject", { pageInstructions: [] })).status).toBe(200);
  await browser.open(`/members/issue-voucher?ID=${ID}`);
  const issued = await browser.send("/members/issue-voucher", { ID, reward: basics.reward, quantity: "1" });
  expect(issued.headers.get("location")).toMatch(/^\/redemptions\/RED-/);
  const vouchers = () => client.records("RedemptionItemsByMember", { MemberExternalID: key });
  await expect.poll(async () => (await vouchers()).length).toBe(1);
  expect(await balance()).toBeLessThan(200);
  const first = String((await vouchers())[0]?.["ID"]);
  for (const _ of [1, 2]) {
    expect((await browser.open(`/redemption-items/reissue?ID=${first}`)).text).toContain("of the same reward");
    const sent = await browser.send("/redemption-items/reissue", { ID: first });
    expect(sent.headers.get("location")).toMatch(/^\/redemptions\/RED-/);
  }
  const statusesOf = async () => (await vouchers()).map(({ Status }) => String(Status)).sort();
  await expect.poll(statusesOf).toEqual(["Open-Available With Expiry", "Resolved-Cancelled"]);
  const item = String((await vouchers()).find(({ ID: one }) => one !== first)?.["ID"]);
  await browser.open(`/redemption-items/cancel?ID=${item}`);
  expect((await browser.send("/redemption-items/cancel", { ID: item, Reason: "Wrong size" })).status).toBe(303);
  expect(await balance()).toBe(200);
  expect((await browser.open(`/members/${ID}`)).text).toMatch(/Given back[\s\S]+Redemption[\s\S]+Sale/);
  await browser.open(`/members/export?ID=${ID}`);
  const file = await browser.send("/members/export", { ID });
  expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${ID}.json"`);
  expect(JSON.parse(file.text).rows.map(({ table }: { readonly table: string }) => table)).toContain("ledger_entry");
  await browser.open(`/members/erase?ID=${ID}`);
  expect((await browser.send("/members/erase", { ID, confirm: "no" })).status).toBe(422);
  expect((await browser.send("/members/erase", { ID, confirm: key })).status).toBe(303);
  expect((await browser.open(`/members/${ID}`)).text).toContain("This member was erased");
});

test("a manager writes a rule by fields, sees what it would have given, saves it, and changes it as JSON", async () => {
  const { client } = stack;
  const content = saleContent(basics, { SaleDateTime: new Date().toISOString(), SaleChannelCode: "RITA" });
  await awaitStatus(client, await client.created("Sale", content), "Resolved-Completed");
  const browser = await logIn("rita", "earning_rule:* view:*");
  const path = "/earning-rules/create";
  expect((await browser.open(path)).text).toMatch(/What it gives[\s\S]+Weekdays[\s\S]+Stamp card[\s\S]+As JSON/);
  const head = { ProgramBusinessID: "REWARDS", RuleID: freshKey("RULE").toUpperCase(), Name: "More" };
  const fields = {
    ...head,
    gives: "bonus",
    "gives.amount": "8",
    "where.channel": "RITA",
    "where.store": `${basics.store}\r\nS-0`,
  };
  const saved = () => client.records("EarningRuleList");
  const looked = await browser.send(path, { ...fields, from: "2090-01-01T00:00", step: "preview" });
  expect([looked.status, looked.text]).toEqual([
    200,
    expect.stringMatching(
      /What it would have given in the last 30 days[\s\S]+Points of this rule<\/dt><dd class="value">8<[\s\S]+Stores, line 2: no store has it\.[\s\S]+8 points for a sale, by RITA, in/,
    ),
  ]);
  expect(await saved()).toEqual([]);
  const made = await browser.send(path, fields);
  const at = (made.headers.get("location") ?? "").replace(/\?.*/, "");
  expect([made.status, at]).toEqual([303, expect.stringMatching("^/earning-rules/RUL-")]);
  const ID = at.replace("/earning-rules/", "");
  const edit = await browser.open(`/earning-rules/edit?ID=${ID}`);
  expect(edit.text).toMatch(/<option value="bonus" selected[\s\S]+<textarea id="where.store"[^>]*>[^<]+\nS-0</);
  const version = /name="version" value="(\d+)"/.exec(edit.text)?.[1] ?? "";
  const change = { ID, version, Name: "More", Description: "", InForceFrom: "" };
  const asJson = await browser.send("/earning-rules/edit", { ...change, ...fields, step: "json" });
  expect(asJson.text).toContain("Rule, as JSON");
  const json = JSON.stringify({ where: { category: ["Tea\nCoffee"] }, gives: { multiplier: 2 } });
  const written = { ...change, as: "json", json };
  const refused = await browser.send("/earning-rules/edit", { ...written, step: "fields" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("The fields cannot show all")]);
  expect((await browser.send("/earning-rules/edit", written)).status).toBe(303);
  const [rule] = await saved();
  expect(rule).toMatchObject({ Rule: { where: { category: ["Tea\nCoffee"] }, gives: { multiplier: "2" } } });
  expect((await browser.open(`/earning-rules/edit?ID=${ID}`)).text).toMatch(/Rule, as JSON[\s\S]+Tea\\nCoffee/);
  const back = { ...change, as: "json", json: '{"gives":{"bonus":"5"}}', step: "fields" };
  expect((await browser.send("/earning-rules/edit", back)).text).toContain('<option value="bonus" selected');
  await browser.open(`/earning-rules/end?ID=${ID}`);
  expect((await browser.send("/earning-rules/end", { ID })).status).toBe(303);
  await expectBooksInOrder(stack);
});

test("a Merge is sent only for a key whose member the form has named, and says what the user may see", async () => {
  const { client } = stack;
  const keys = [freshKey("STAYS"), freshKey("ENDS"), freshKey("THIRD")];
  const [ID, ...others] = await Promise.all(
    keys.map((key) =>
      client.created("Member", { ExternalID: key, FullName: `Of ${key}`, ProgramBusinessID: "REWARDS" }),
    ),
  );
  const [, ends = "", third = ""] = keys;
  const path = "/members/merge";
  const browser = await logIn("mia", "member:merge view:GetMemberByBusinessKeys");
  await browser.open(`${path}?ID=${ID}`);
  const send = async (FromMemberExternalID: string, named = "") => {
    const page = await browser.send(path, { ID: `${ID}`, FromMemberExternalID, named });
    return { page, named: / name="named" value="([^"]*)"/.exec(page.text)?.[1] };
  };
  const asked = await send(ends.toLowerCase());
  expect(asked.page.text).toContain(`Of ${ends}`);
  expect(asked.page.text).toContain("this member");
  expect(asked.named).toBe(ends);
  const wrong = await send("NOBODY", ends);
  expect([wrong.page.status, wrong.page.text]).toEqual([422, expect.stringContaining("no member has it")]);
  expect(wrong.named).toBe(ends);
  expect((await send(third, ends)).named).toBe(third);
  for (const key of ["", "\0", "ß".repeat(255), "x".repeat(300)]) expect((await send(key)).page.status).toBe(422);
  const linked = await browser.open(`${path}?ID=${ID}&FromMemberExternalID=${ends}&named=${ends}&form_id=x`);
  expect(linked.text).toContain(' name="named" value=""');
  const statuses = () =>
    client.records("MemberList", {}).then((all) => all.filter((one) => others.includes(String(one["ID"]))));
  expect((await statuses()).map((one) => one["Status"])).toEqual(["Open-Active", "Open-Active"]);
  expect((await send(ends, ends)).page.status).toBe(303);
});

test("the page of a voucher names its member, reward and redemption only to who may read them", async () => {
  const { client } = stack;
  const key = freshKey("owner");
  const member = { ExternalID: key, FullName: "Olga Owner", ProgramBusinessID: "REWARDS" };
  await client.created("Member", member);
  const gift = { ExternalID: freshKey("gift"), Name: "Gift of gifts", RewardType: "unlimited", RewardCost: "0" };
  await client.created("Reward", gift);
  const RedemptionItems = [{ RewardExternalID: gift.ExternalID, Quantity: "1" }];
  const asked = { ExternalID: freshKey("asked"), MemberExternalID: key, RedemptionItems };
  await awaitStatus(client, await client.created("Redemption", asked), "Resolved-Completed");
  const [item] = await client.records("RedemptionItemsByMember", { MemberExternalID: key });
  const open = async (name: string, rights: string) =>
    (await (await logIn(name, rights)).open(`/redemption-items/${item?.["ID"]}`)).text;
  const names = [key, member.FullName, gift.Name, asked.ExternalID];
  const all = await open("vera", "redemption_item:read redemption:read reward:read view:GetMemberByBusinessKeys");
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
  const little = await open("lena", "redemption_item:read");
  expect(names.filter((name) => little.includes(name))).toEqual([]);
});

test("what is wrong with a rule is said by the names of its fields, and a preview needs the right to see totals", async () => {
  const browser = await logIn("rob", "earning_rule:*");
  const path = "/earning-rules/create";
  const head = { ProgramBusinessID: "REWARDS", RuleID: "WRONG", gives: "bonus" };
  for (const [fields, problem] of [
    [{ "gives.amount": "5,0" }, "Gives: a decimal with at most 4 decimals."],
    [{ "gives.amount": "5", "where.time.from": "8" }, "Time of day: two times such as 08:00"],
    [{ "gives.amount": "5", "where.joinedWithinDays": "soon" }, "Joined within days: a whole number of 1 to 3650."],
    [{ "gives.amount": "5", "cap.points": "5" }, "In each: sale, day"],
    [{ "gives.amount": "5", step: "preview" }, "You need the right view:LedgerTotalsByDay for a preview."],
    [{ as: "json", json: "{" }, "Rule: this is no JSON."],
    [{ as: "json", json: '{"gives":{"bonus":5},"wen":1}' }, "Unrecognized key: &quot;wen&quot;"],
  ] as const) {
    await browser.open(path);
    const page = await browser.send(path, { ...head, ...fields });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(problem)]);
  }
});

// The last one: it ends what the others use.
test("no value of a field makes a form of the API fail", async () => {
  const browser = await logIn("root", "*");
  const ids = Object.values(basics).filter((value) => /^[A-Z]+-[0-9a-f]{32}$/.test(String(value)));
  for (const { path } of apiActions)
    for (const value of hostile)
      for (const ID of [value, ...ids]) {
        const shown = await browser.open(`${path}?${new URLSearchParams({ ID: String(ID) })}`);
        expect([path, ID, shown.status]).toEqual([path, ID, isNoFault]);
        if (shown.status === 404) continue;
        const names = [...shown.text.matchAll(/ name="((?!form_|viewport|ID")[\w.-]+)"/g)].map(([, name = ""]) => name);
        const fields = names.map((name): [string, string] => [name, value]);
        const sent = await browser.send(path, [["ID", String(ID)], ...fields]);
        expect([path, ID, value, sent.status]).toEqual([path, ID, value, isNoFault]);
      }
});

const isNoFault = expect.toSatisfy((status: number) => status < 500);
