import { createUser } from "@rewards/access";
import { beforeAll, expect, test } from "vitest";
import { apiActions } from "../../apps/console/src/actions.ts";
import { type Browser, openBrowser } from "../../apps/console/src/testing/browser.ts";
import { hostile } from "../../apps/console/src/testing/hostile.ts";
import { freshKey } from "./support/fixtures.ts";
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
  const browser = await logIn("bea", "member:read member:adjust");
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

test("an agent adds a receipt, issues a voucher for its points, and cancels it; an operator erases the member", async () => {
  const { client } = stack;
  const key = freshKey("desk");
  const ID = await client.created("Member", { ExternalID: key, FullName: "Dora Desk", ProgramBusinessID: "REWARDS" });
  const browser = await logIn("desk", "member:read sale:* redemption:* redemption_item:* view:* operator:erase");
  await browser.open(`/members/add-receipt?ID=${ID}`);
  const receipt = { ID, receipt: freshKey("R"), store: basics.store, sold: "2026-11-01T10:00" };
  const line = { product1: basics.product, quantity1: "2", amount1: "200.00" };
  expect((await browser.send("/members/add-receipt", { ...receipt, ...line, amount1: "2,00" })).status).toBe(422);
  const added = await browser.send("/members/add-receipt", { ...receipt, ...line });
  expect(added.headers.get("location")).toMatch(/^\/sales\/SALE-/);
  const balance = async () => (await client.records("MemberBalances", { MemberExternalID: key }))[0]?.["Balance"] ?? 0;
  await expect.poll(balance).toBe(200);
  await browser.open(`/members/issue-voucher?ID=${ID}`);
  const issued = await browser.send("/members/issue-voucher", { ID, reward: basics.reward, quantity: "1" });
  expect(issued.headers.get("location")).toMatch(/^\/redemptions\/RED-/);
  const vouchers = () => client.records("RedemptionItemsByMember", { MemberExternalID: key });
  await expect.poll(async () => (await vouchers()).length).toBe(1);
  expect(await balance()).toBeLessThan(200);
  const item = String((await vouchers())[0]?.["ID"]);
  await browser.open(`/redemption-items/cancel?ID=${item}`);
  expect((await browser.send("/redemption-items/cancel", { ID: item, Reason: "Wrong size" })).status).toBe(303);
  expect(await balance()).toBe(200);
  expect((await browser.open(`/members/${ID}`)).text).toMatch(/Cancellation[\s\S]+Redemption[\s\S]+Sale/);
  await browser.open(`/members/erase?ID=${ID}`);
  expect((await browser.send("/members/erase", { ID, confirm: "no" })).status).toBe(422);
  expect((await browser.send("/members/erase", { ID, confirm: key })).status).toBe(303);
  expect((await browser.open(`/members/${ID}`)).text).toContain("This member was erased");
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
