import { createClient as issueClient, limitClient } from "@rewards/access";
import {
  actionsOf,
  dataViews,
  exampleOfAction,
  formatClientKey,
  objectOfId,
  programmeFile,
  type Scope,
} from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import { beforeAll, expect, test, vi } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  allTime,
  awaitStatus,
  balanceOf,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { countRows, useStack } from "./support/stack.ts";

const stack = useStack({ env: { AUTH: "required" } });
let admin: Client;
/** Limited to the programme REWARDS, to the store `S-OWN`, and in the size of an adjustment. */
let [ofProgramme, ofStore, ofSize]: Client[] = [];

const product = "P-1";
const stores = { own: "S-OWN", foreign: "CANARY-STORE" } as const;
const members = { own: "M-OWN", foreign: "CANARY-MEMBER" } as const;
const programmeOf = { own: "REWARDS", foreign: "CANARY-CLUB" } as const;
type Side = keyof typeof members;
const sides = ["own", "foreign"] as const;
/** Of the objects of each side, by what they are. A sale is of a member and a store. */
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) as string;
const vouchers = new Map<Side, string>();

const issue = async (scope?: Scope): Promise<Client> => (await issueNamed(scope)).client;

async function issueNamed(scope?: Scope) {
  const given = { name: "test", rights: "*", expiresAt: null, ...(scope && { scope }) };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, { actor: "test" });
  return { clientID, client: createClient(stack.client.url, formatClientKey(clientID, clientSecret)) };
}

const sell = (member: string, store: string, more: object = {}) => saleContent({ member, store, product }, more);

const giveBack = (sold: string) =>
  sell(members.own, stores.own, {
    SaleItems: [{ ProductCode: product, Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: sold }],
  });

async function plant(side: Side, reward: string): Promise<void> {
  ids.set(`store ${side}`, await admin.created("Store", { StoreCode: stores[side], Name: stores[side] }));
  const person = { ...memberContent(members[side]), FullName: `${members[side]} Name` };
  const member = await admin.created("Member", { ...person, ProgramBusinessID: programmeOf[side] });
  ids.set(`member ${side}`, member);
  await addBalance(admin, member, 500);
  const item = await redeemed(admin, redemptionContent(members[side], reward));
  ids.set(`item ${side}`, item.ID);
  ids.set(`redemption ${side}`, item.Redemption.ID);
  vouchers.set(side, item.VoucherCode);
}

async function plantSales(): Promise<void> {
  for (const member of sides)
    for (const store of sides) {
      const content = sell(members[member], stores[store], { ExternalID: `SALE ${members[member]} ${stores[store]}` });
      const id = await admin.created("Sale", content);
      await awaitStatus(admin, id, "Resolved-Completed");
      ids.set(`sale ${member} ${store}`, id);
    }
}

beforeAll(async () => {
  const club = { businessId: programmeOf.foreign, name: "CANARY-CLUB Name", currencies: [{ name: "Points" }] };
  await applyProgrammes(stack.database.sql, programmeFile.parse({ programmes: [club] }), { actor: "test" });
  admin = await issue();
  ofProgramme = await issue({ programmes: [programmeOf.own] });
  ofStore = await issue({ stores: [stores.own] });
  ofSize = await issue({ largestAdjustment: "500.5" });
  await admin.created("Product", { ProductCode: product, Name: "Coffee" });
  const reward = "R-1";
  await admin.created("Reward", rewardContent(reward, { RewardType: "digital", RewardCost: "1" }));
  for (const side of sides) await plant(side, reward);
  await plantSales();
});

/** A limited client with the IDs that do not exist for it, and further texts that no answer may contain. */
const limited = () => [
  {
    client: ofProgramme as Client,
    hidden: ["member foreign", "item foreign", "redemption foreign", "sale foreign own", "sale foreign foreign"],
    shown: [
      "member own",
      "item own",
      "redemption own",
      "sale own own",
      "sale own foreign",
      "store own",
      "store foreign",
    ],
    texts: [members.foreign, programmeOf.foreign, vouchers.get("foreign") as string],
  },
  {
    client: ofStore as Client,
    hidden: ["store foreign", "sale own foreign", "sale foreign foreign"],
    shown: ["store own", "sale own own", "sale foreign own", "member own", "member foreign", "item foreign"],
    texts: [stores.foreign],
  },
];

const uuidOf = (id: string) => id.replace(/^.*-/, "");

/** Fails if an answer has a text of what does not exist for the client; page tokens are looked into. */
function expectNone(texts: readonly string[], { body }: { readonly body: unknown }): void {
  const answer = JSON.stringify(body);
  const tokens = [...answer.matchAll(/"nextPageToken":"([^"]+)"/g)].map(([, token = ""]) => token);
  const seen = [answer, ...tokens.map((token) => Buffer.from(token, "base64url").toString())].join("\n");
  for (const text of texts) expect(seen).not.toContain(text);
}

test("no view shows a limited client anything outside its scope, whatever it is asked for", async () => {
  for (const { client, hidden, texts } of limited()) {
    const hiddenIds = hidden.map(idOf);
    const keys = [...texts, ...hiddenIds];
    const none = [...texts, ...hiddenIds.map(uuidOf)];
    for (const view of dataViews) {
      const names = Object.keys(view.parameters);
      for (const value of names.length > 0 ? keys : [""]) {
        const given = Object.fromEntries(
          names.map((name) => [name, (allTime as Record<string, string>)[name] ?? value]),
        );
        const answer = await client.send("POST", `${root}/data_views/${view.name}`, {
          dataViewParameters: given,
          paging: { pageSize: 1 },
          includeTotalCount: true,
        });
        expectNone(none, answer);
        if (names.length === 0) expectNone(none, await client.send("GET", `${root}/data_views/${view.name}`));
      }
    }
  }
});

test("counts, sums and orders of a limited client are over its own records alone", async () => {
  const sums = { N: { field: "ID", summaryFunction: "COUNT" }, Last: { field: "StoreCode", summaryFunction: "MIN" } };
  const ask = async (client: Client | undefined, query: object, more = "") =>
    (await (client as Client).send("POST", `${root}/data_views/SaleList${more}`, { query })).body;
  for (const client of [ofProgramme, ofStore]) expect((await ask(client, {}, "/count")).totalCount).toBe(2);
  expect((await ask(ofStore, { aggregations: sums })).data).toEqual([{ N: 2, Last: stores.own }]);
  const filter = {
    filterConditions: { F: { lhs: { field: "StoreCode" }, comparator: "EQ", rhs: { value: stores.foreign } } },
  };
  expect((await ask(ofStore, { filter }, "/count")).totalCount).toBe(0);
  const ordered = await ask(ofProgramme, {
    select: [{ field: "MemberExternalID" }],
    sortBy: [{ field: "MemberExternalID" }],
  });
  expect(ordered.data.map((one: Record<string, unknown>) => one["MemberExternalID"])).toEqual(["M-OWN", "M-OWN"]);
});

test("an object outside the scope is 404 to every read and action, and its history is empty", async () => {
  for (const { client, hidden, shown } of limited()) {
    for (const name of shown) expect([name, (await client.read(idOf(name))).status]).toEqual([name, 200]);
    for (const name of hidden) {
      const id = idOf(name);
      expectError(await client.read(id), 404, "Error_Object_Unknown");
      expect(await client.records("ObjectHistory", { ObjectID: id })).toEqual([]);
      for (const action of actionsOf(objectOfId(id).definition)) {
        const content = exampleOfAction(action) ?? {};
        const path = `${root}/objects/${id}/actions/${action.name}`;
        expectError(await client.send("GET", path), 404, "Error_Object_Unknown");
        expectError(await client.send("PATCH", path, { content }), 404, "Error_Object_Unknown");
      }
    }
  }
});

test("a create outside the scope is 422, the same as for what does not exist, and writes nothing", async () => {
  const before = await countRows(stack);
  const refused = async (
    client: Client | undefined,
    type: "Member" | "Sale" | "Redemption" | "Store",
    content: object,
  ) => {
    const answer = await (client as Client).create(type, content, { "idempotency-key": freshKey("key") });
    const { requestId: _, ...body } = answer.body;
    return { ...answer, shown: JSON.stringify(body) };
  };
  const person = memberContent("M-2");
  const pairs = [
    [
      "Error_Programme_Unknown",
      ofProgramme,
      "Member",
      { ...person, ProgramBusinessID: programmeOf.foreign },
      { ...person, ProgramBusinessID: "NONE" },
    ],
    ["Error_Member_Unknown", ofProgramme, "Sale", sell(members.foreign, stores.own), sell("M-NONE", stores.own)],
    [
      "Error_Member_Unknown",
      ofProgramme,
      "Redemption",
      redemptionContent(members.foreign, "R-1"),
      redemptionContent("M-NONE", "R-1"),
    ],
    ["Error_Store_Unknown", ofStore, "Sale", sell(members.own, stores.foreign), sell(members.own, "S-NONE")],
    ["Error_Sale_Unknown", ofProgramme, "Sale", giveBack(`SALE ${members.foreign} ${stores.own}`), giveBack("T-NONE")],
    [
      "Error_Store_Unknown",
      ofStore,
      "Store",
      { StoreCode: stores.foreign, Name: "N" },
      { StoreCode: "S-NONE", Name: "N" },
    ],
  ] as const;
  for (const [code, client, type, foreign, unknown] of pairs) {
    const answers = [await refused(client, type, foreign), await refused(client, type, unknown)];
    for (const answer of answers) expectError(answer, 422, code);
    expect(answers[0]?.shown).toBe(answers[1]?.shown);
  }
  const edit = { content: { StoreCode: stores.foreign } };
  expectError(await (ofStore as Client).act(idOf("store own"), "Edit", edit), 422, "Error_Store_Unknown");
  expect(await countRows(stack)).toEqual(before);
});

test("within its scope a limited client works as any other: it registers, sells and uses vouchers", async () => {
  const client = ofProgramme as Client;
  await client.created("Member", memberContent("M-NEW"));
  const content = sell("M-NEW", stores.foreign);
  const id = await client.created("Sale", content);
  await awaitStatus(client, id, "Resolved-Completed");
  expect(await balanceOf(client, "M-NEW")).toBe(100);
  expect((await client.create("Sale", content)).body.ID).toBe(id);
  const back = await client.created("Sale", giveBack(String(content.ExternalID)));
  await awaitStatus(client, back, "Resolved-Completed");
  expect(await balanceOf(client, "M-NEW")).toBe(0);
  const till = ofStore as Client;
  const early = await till.created("Sale", sell("M-LATER", stores.own));
  await awaitStatus(till, early, "Pending-Awaiting Reference");
  expect((await till.act(idOf("item own"), "Use")).status).toBe(200);
});

test("an adjustment larger than the client's largest is 403, up and down, even if it repeats one that was made", async () => {
  const key = { "idempotency-key": "large" };
  const adjust = (client: Client | undefined, Amount: number, headers = {}) =>
    (client as Client).act(
      idOf("member own"),
      "AddBalance",
      { content: { AdjustBalances: { Amount, Name: "Points" } } },
      headers,
    );
  expect((await adjust(admin, 501, key)).status).toBe(200);
  for (const amount of [501, -501]) {
    const answer = await adjust(ofSize, amount, key);
    expectError(answer, 403, "Error_Adjustment_TooLarge");
    expect(answer.body.errorDetails[0].localizedValue).toContain("500.5");
  }
  expect((await adjust(ofSize, 500.5)).status).toBe(200);
});

test("a client that is limited to programmes or stores has no functions of operators, whatever its rights", async () => {
  for (const { client } of limited())
    expectError(await client.send("GET", "/ops/v1/dead-letters"), 403, "Error_Right_Missing");
  expect((await (ofSize as Client).send("GET", "/ops/v1/dead-letters")).status).toBe(200);
});

test("an API follows a change of limits, and the client keeps its secret", async () => {
  const { clientID, client } = await issueNamed();
  const statusOf = async () => (await client.send("GET", `${root}/objects/${idOf("store foreign")}`)).status;
  const author = { actor: "test" };
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 60_000 });
  await limitClient(stack.database.sql, clientID, { stores: [stores.own], keys: ["*"] }, author);
  await vi.waitFor(async () => expect(await statusOf()).toBe(404), { timeout: 60_000 });
  await limitClient(stack.database.sql, clientID, { stores: null }, author);
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 60_000 });
});
