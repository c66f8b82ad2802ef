import { type IssuedSecret, revokeClient, rotateClient, createClient as storeClient } from "@rewards/access";
import { formatClientKey } from "@rewards/domain";
import { exportAudit } from "@rewards/operations";
import { beforeAll, expect, test, vi } from "vitest";
import { type Answer, type Client, createClient, root } from "./support/client.ts";
import { awaitRefused, isAdmitted, issueClient, listViews } from "./support/clients.ts";
import { document } from "./support/contract.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  entriesOf,
  freshKey,
  memberContent,
  registerBasics,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { openRaw, request } from "./support/raw.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, apis: 0 });
let url: string;
let admin: Client;

const issued = (rights: string) => issueClient(stack, url, rights);

beforeAll(async () => {
  const api = await stack.startApi({ AUTH: "required" });
  url = api.client.url;
  admin = (await issued("*")).client;
});

test("an idempotency key is its client's: the same key of another client is another call", async () => {
  const basics = await registerBasics(admin);
  const points = { content: { AdjustBalances: { Amount: 7, Name: "Points" } } };
  const other = (await issued("member:adjust")).client;
  const own = { "idempotency-key": "after" };
  const act = (client: Client) => client.act(basics.memberId, "AddBalance", points, own);
  const answers = [await act(admin), await act(other), await act(other)];
  expect(answers.map((one) => one.headers.get("idempotent-replayed"))).toEqual([null, null, "true"]);
  expect(await entriesOf(admin, basics.member)).toHaveLength(2);
});

test("while no credential is required, a right one is logged, so that operators see who sends one; a wrong one is not", async () => {
  const { clientID, key } = await issueClient(stack, url, "store:create");
  const open = await stack.startApi({ AUTH: "none" });
  const accepted = () => open.lines.filter((line) => line.includes("credential accepted"));
  const send = async (credential: string) =>
    expect((await listViews(createClient(open.client.url, credential))).status).toBe(200);
  await send(`${key}x`);
  await vi.waitFor(
    async () => {
      await send(key);
      expect(accepted()).toEqual([expect.stringContaining(clientID)]);
    },
    { timeout: 60_000 },
  );
  await send(key);
  for (let n = 0; n < 12; n += 1) await send("wrong");
  const { exited } = open;
  await open.stop();
  await exited;
  expect([accepted().length, open.lines.filter((line) => line.includes("wrong client"))]).toEqual([1, []]);
});

test("a client is the user of what it creates and changes, in the record and its history", async () => {
  const { client, clientID } = await issued("store:* view:ObjectHistory");
  const id = await client.created("Store", { StoreCode: freshKey("S"), Name: "One" });
  await client.act(id, "Edit", { content: { Name: "Two" } });
  const { objectInfo } = (await client.read(id)).body.data;
  expect(objectInfo).toMatchObject({
    createdBy: clientID,
    content: {
      CreateUserID: clientID,
      UpdateUserID: clientID,
      CreateUser: { "@class": "User", ID: `USR-${clientID}` },
    },
  });
  const history = await client.records("ObjectHistory", { ObjectID: id });
  expect(history.map(({ CreateUserID }) => CreateUserID)).toEqual([clientID, clientID]);
});

test("a right that is missing is named with 403, before a repeat or an existing key is answered", async () => {
  const content = memberContent(freshKey("M"));
  const headers = { "idempotency-key": freshKey("key") };
  await admin.create("Member", content, headers);
  const { client } = await issued("member:read sale:create");
  const refused = await client.create("Member", content, headers);
  expectError(refused, 403, "Error_Right_Missing");
  expect(refused.body.errorDetails[0].localizedValue).toContain("member:create");
  const sale = saleContent({ member: content.ExternalID, store: "S", product: "P" });
  expect((await client.create("Sale", sale)).status).toBe(201);
});

test("the object decides the right of an action, not the path that names another class", async () => {
  const id = await admin.created("Member", memberContent(freshKey("M")));
  const { client } = await issued("sale:* store:*");
  const points = { content: { AdjustBalances: { Amount: 7, Name: "Points" } } };
  const refused = await client.send("PATCH", `/Sale${root}/objects/${id}/actions/AddBalance`, points);
  expectError(refused, 403, "Error_Right_Missing");
});

test("fields behind a reference that the client may not read cannot be selected, filtered, sorted or counted; history is empty", async () => {
  const { client: open } = await stack.startApi({ AUTH: "none" });
  const basics = await registerBasics(open);
  await addBalance(open, basics.memberId, 5);
  const { client } = await issued("view:MemberBalances view:ObjectHistory store:read");
  const reader = (await issued("view:MemberBalances member:read")).client;
  const ask = (by: Client, query: object, more = "") =>
    by.send("POST", `${root}/data_views/MemberBalances${more}`, {
      dataViewParameters: { MemberExternalID: basics.member },
      query,
    });
  const filter = {
    filterConditions: { F: { lhs: { field: "Member.FullName" }, comparator: "EQ", rhs: { value: "Ann Example" } } },
  };
  const select = [{ field: "Balance" }, { field: "Member.FullName" }];
  expect((await ask(reader, { select })).body.data[0]).toMatchObject({ "Member.FullName": "Ann Example" });
  const shown = await ask(client, { select });
  expect(shown.body.data[0]).toMatchObject({ Balance: 5 });
  expect(JSON.stringify(shown.body)).not.toContain("Ann Example");
  const sums = { aggregations: { N: { field: "Member.FullName", summaryFunction: "COUNT" } } };
  for (const [query, more] of [
    [{ filter }],
    [{ filter }, "/count"],
    [{ sortBy: [{ field: "Member.FullName" }] }],
    [sums],
  ] as const) {
    expectError(await ask(client, query, more), 400, "Error_Query_FieldUnknown");
    expect((await ask(reader, query, more)).status).toBe(200);
  }
  expect(await client.records("ObjectHistory", { ObjectID: basics.memberId })).toEqual([]);
  expect(await client.records("ObjectHistory", { ObjectID: basics.storeId })).toHaveLength(1);
});

test("the OpenAPI document is one for all: with any rights, without a credential and with a wrong one", async () => {
  const { client } = await issued("sale:create view:StoreList");
  for (const by of [client, createClient(url), createClient(url, "wrong")])
    expect(await by.send("GET", "/openapi.json")).toMatchObject({ status: 200, body: document });
});

test("two secrets are valid at once after a rotation; the earlier one ends with its time, a revoked client at once", async () => {
  const { client, clientID } = await issued("sale:create");
  const { sql } = stack.database;
  const rotated = await rotateClient(sql, clientID, 3_600_000, { actor: "test" });
  const next = createClient(url, formatClientKey(clientID, rotated.clientSecret));
  expect([await isAdmitted(next), await isAdmitted(client)]).toEqual([true, true]);
  const again = await rotateClient(sql, clientID, 0, { actor: "test" });
  const last = createClient(url, formatClientKey(clientID, again.clientSecret));
  expect(await isAdmitted(last)).toBe(true);
  expect([await isAdmitted(client), await isAdmitted(next)]).toEqual([false, false]);
  await revokeClient(sql, clientID, { actor: "test" });
  await awaitRefused(last);
});

function requestToken(at: string, { clientID, clientSecret }: IssuedSecret): Promise<Answer> {
  const form = { grant_type: "client_credentials", client_id: clientID, client_secret: clientSecret };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return createClient(at).sendRaw("POST", "/uas/oauth/token", new URLSearchParams(form).toString(), type);
}

test("the token of a new client, and of a new secret, is right at every API", async () => {
  const { client: other } = await stack.startApi({ AUTH: "required" });
  const { sql } = stack.database;
  const author = { actor: "test" };
  let given = await storeClient(sql, { name: "new", rights: "sale:create", expiresAt: null }, author);
  for (const _ of ["created", "rotated"]) {
    const { body } = await requestToken(url, given);
    expect(await isAdmitted(createClient(other.url, body.access_token))).toBe(true);
    given = await rotateClient(sql, given.clientID, 0, author);
  }
});

test.each(["key", "request for a token"])(
  "a new client and a new secret are in force at every API when the command answers: their first %s is right, after any number of wrong ones",
  async (credential) => {
    const urls = [url, (await stack.startApi({ AUTH: "required" })).client.url];
    const isRight = async (given: IssuedSecret, at: string) =>
      credential === "key"
        ? isAdmitted(createClient(at, formatClientKey(given.clientID, given.clientSecret)))
        : (await requestToken(at, given)).status === 200;
    for (const at of urls)
      for (let n = 0; n < 12; n += 1) await isRight({ clientID: "nobody", clientSecret: `${n}` }, at);
    const { sql } = stack.database;
    const author = { actor: "test" };
    const created = await storeClient(sql, { name: "new", rights: "sale:create", expiresAt: null }, author);
    for (const at of urls) expect(await isRight(created, at)).toBe(true);
    const rotated = await rotateClient(sql, created.clientID, 0, author);
    for (const at of urls) expect([await isRight(rotated, at), await isRight(created, at)]).toEqual([true, false]);
  },
);

/** A client that this API admitted before it expired. A slow machine needs more time for that. */
async function issuedBriefly(ms = 5_000): Promise<Client> {
  const { client } = await issueClient(stack, url, "sale:create", new Date(Date.now() + ms));
  return (await isAdmitted(client)) ? client : issuedBriefly(2 * ms);
}

test("a client ends with its expiry", async () => {
  await awaitRefused(await issuedBriefly());
});

test("wrong credentials of a network get 429 after ten; right ones pass, and those of other networks are only refused", async () => {
  const wrong = createClient(url, formatClientKey("nobody", "x".repeat(43)));
  const callFrom = async (localAddress: string) => {
    const connection = await openRaw(url, { localAddress });
    connection.write(
      request("GET", `${root}/data_views`, "", { connection: "close", authorization: "Bearer nonsense" }),
    );
    return (await connection.next()).status;
  };
  await expect.poll(async () => (await listViews(wrong)).status).toBe(429);
  expect((await listViews(createClient(url))).status).toBe(401);
  expect((await listViews(admin)).status).toBe(200);
  expect(await callFrom("127.0.0.3")).toBe(401);
  const { sql } = stack.database;
  await expect.poll(() => sql`select actor from audit_entry where operation = 'client.refuse'`).not.toHaveLength(0);
  const [first = ""] = stack.lines.filter((line) => line.includes("wrong client credential"));
  expect(JSON.parse(first)).toMatchObject({ client: expect.stringMatching(/^[0-9a-z]{16}$/), origin: "127.0.0.1" });
});

test("adjustments, added stock and refusals are audited: who, what, when and from where", async () => {
  const { client, clientID } = await issued("member:adjust reward:addRewardStock");
  const basics = await registerBasics(admin);
  const rewardId = await admin.created("Reward", rewardContent(freshKey("R")));
  const act = async (id: string, action: string, content: object, requestId: string) =>
    (await client.act(id, action, { content }, { "x-request-id": requestId })).status;
  const points = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });
  expect([
    await act(basics.memberId, "AddBalance", points(7), "adjust-1"),
    await act(basics.memberId, "AddBalance", points(-99), "adjust-2"),
    await act(rewardId, "AddRewardStock", { RewardQuantity: 3 }, "stock-1"),
    await act(basics.storeId, "Edit", { Name: "x" }, "no-right"),
  ]).toEqual([200, 422, 200, 403]);
  const entries = async () => {
    const found: unknown[] = [];
    await exportAudit(stack.database.sql, {}, { actor: "auditor" }, (batch) => {
      for (const { actor, origin, requestId, operation, class: className, detail } of batch)
        if (actor === clientID) found.push({ origin, requestId, operation, class: className, detail });
    });
    return found;
  };
  const origin = "127.0.0.1";
  const changes = [{ field: "Balance.Points", from: "0", to: "7" }];
  await expect.poll(entries).toEqual([
    { origin, requestId: "adjust-1", operation: "member:adjust", class: "Member", detail: { changes } },
    { origin, requestId: "stock-1", operation: "reward:addRewardStock", class: "Reward", detail: expect.anything() },
    {
      origin,
      requestId: "no-right",
      operation: "right.refuse",
      class: null,
      detail: { right: "store:edit", refused: 1 },
    },
  ]);
});
