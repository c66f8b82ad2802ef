import { createClient as issueClient, revokeClient, rotateClient } from "@rewards/db";
import { formatClientKey } from "@rewards/domain";
import { beforeAll, expect, test, vi } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { operatorOf, operatorToken } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { addBalance, entriesOf, freshKey, memberContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { openRaw, request } from "./support/raw.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, apis: 0 });
let url: string;
let admin: Client;

interface Issued {
  readonly clientID: string;
  readonly key: string;
  readonly client: Client;
}

async function issue(rights: string, expiresAt: Date | null = null): Promise<Issued> {
  const given = { name: "test", rights, expiresAt };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, "test");
  const key = formatClientKey(clientID, clientSecret);
  return { clientID, key, client: createClient(url, key) };
}

const views = (client: Client) => client.send("GET", `${root}/data_views`);

/** Refused calls of a network are throttled after a while, as these tests' are. */
const isAdmitted = async (client: Client) => {
  const { status } = await views(client);
  expect([200, 401, 429]).toContain(status);
  return status === 200;
};

/** Waits until the API knows this state of a client. */
const awaitAdmitted = (client: Client, isExpected: boolean) =>
  vi.waitFor(async () => expect(await isAdmitted(client)).toBe(isExpected), { timeout: 10_000, interval: 250 });

async function issued(rights: string, expiresAt?: Date): Promise<Issued> {
  const one = await issue(rights, expiresAt);
  await awaitAdmitted(one.client, true);
  return one;
}

beforeAll(async () => {
  const api = await stack.startApi({ AUTH: "required", OPERATOR_TOKEN: operatorToken });
  url = api.client.url;
  admin = (await issued("*")).client;
}, 60_000);

test("an idempotency key of the time without credentials stays valid for a client, and a client's own key is not another's", async () => {
  const { client: open } = await stack.startApi({ AUTH: "none" });
  const basics = await registerBasics(open);
  const headers = { "idempotency-key": "before" };
  const points = { content: { AdjustBalances: { Amount: 7, Name: "Points" } } };
  const act = (client: Client, more: Record<string, string>) => client.act(basics.memberId, "AddBalance", points, more);
  expect((await act(open, headers)).status).toBe(200);
  const again = await act(admin, headers);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  const other = (await issued("member:adjust")).client;
  const own = { "idempotency-key": "after" };
  const answers = [await act(admin, own), await act(other, own), await act(other, own)];
  expect(answers.map((one) => one.headers.get("idempotent-replayed"))).toEqual([null, null, "true"]);
  expect(await entriesOf(admin, basics.member)).toHaveLength(3);
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

test("the OpenAPI document shows a client what its rights reach, and to others what needs no credential", async () => {
  const { client } = await issued("sale:create view:StoreList");
  const idsOf = async (by: Client) => {
    const { status, body } = await by.send("GET", "/openapi.json");
    expect(status).toBe(200);
    const operations = Object.values(body.paths).flatMap((item) => Object.values(item as object));
    return operations.flatMap(({ operationId: id }) => (id && !/^(health|service)\./.test(id) ? [id] : []));
  };
  expect(await idsOf(createClient(url))).toEqual([]);
  expect((await idsOf(client)).sort()).toEqual([
    "dataViews.count",
    "dataViews.list",
    "dataViews.metadata",
    "objects.create",
    "sales.create",
    "views.storeList",
    "views.storeList.read",
  ]);
  const wrong = createClient(url, "wrong");
  expect([401, 429]).toContain((await wrong.send("GET", "/openapi.json")).status);
});

test("two secrets are valid at once after a rotation; the earlier one ends with its time, a revoked client at once", async () => {
  const { client, clientID } = await issued("sale:create");
  const { sql } = stack.database;
  const rotated = await rotateClient(sql, clientID, 3_600_000, "test");
  const next = createClient(url, formatClientKey(clientID, rotated.clientSecret));
  await awaitAdmitted(next, true);
  expect(await isAdmitted(client)).toBe(true);
  const again = await rotateClient(sql, clientID, 0, "test");
  const last = createClient(url, formatClientKey(clientID, again.clientSecret));
  await awaitAdmitted(last, true);
  expect([await isAdmitted(client), await isAdmitted(next)]).toEqual([false, false]);
  await revokeClient(sql, clientID, "test");
  await awaitAdmitted(last, false);
});

test("a client ends with its expiry", async () => {
  const { client } = await issued("sale:create", new Date(Date.now() + 5_000));
  await awaitAdmitted(client, false);
});

test("an operator's client calls /ops under its own name; the operator token works as before", async () => {
  const { client, clientID } = await issued("operator:list");
  const path = "/ops/v1/dead-letters";
  expect((await client.send("GET", path, undefined, { "x-operator": "mallory" })).status).toBe(200);
  expect((await operatorOf(client, "ann")("GET", "")).status).toBe(200);
  const audit = await stack.database
    .sql`select actor from audit_entry where operation = 'dead-letter.list' order by id`;
  expect(audit.map(({ actor }) => actor)).toEqual([clientID, "ann"]);
  expectError(await client.send("GET", `${path}/x`), 403, "Error_Right_Missing");
});

test("an operator's client sees a record's actions only as far as its rights reach", async () => {
  const id = await admin.created("Segment", { Name: "Regulars" });
  await stack.database.sql`
    insert into audit_entry (actor, operation, class, record_id, reason, detail)
    values ('ann', 'dead-letter.replay', 'SegmentCase', ${id.slice(-32)}::uuid, '', '{}')`;
  const actionsFor = async (client: Client) => {
    const { body } = await client.send("GET", `/ops/v1/dead-letters/${id}`);
    return body.objectInfo.availableActions.map(({ ID }: { ID: string }) => ID);
  };
  expect(await actionsFor((await issued("operator:inspect")).client)).toEqual([]);
  expect(await actionsFor(admin)).toEqual(["MarkAsInactive"]);
});

test("no other form of the path reaches /ops, so that a proxy can keep callers away from it", async () => {
  for (const path of ["/%6fps", "/./ops", "/x/../ops", "/%2e/ops", "/x/%2e%2e/ops", "http://localhost/ops"]) {
    const connection = await openRaw(url);
    const headers = { connection: "close", authorization: `Bearer ${operatorToken}` };
    connection.write(request("GET", `${path}/v1/dead-letters`, "", headers));
    const { status, body } = await connection.next();
    expect([path, status, body.errorDetails[0].message]).toEqual([path, 404, "Error_Path_Unknown"]);
  }
});

test("a network that guesses the operator token waits even if it then guesses right, and its keys are counted too", async () => {
  const callFrom = async (token: string) => {
    const connection = await openRaw(url, "127.0.0.4");
    const headers = { connection: "close", authorization: `Bearer ${token}` };
    connection.write(request("GET", "/ops/v1/dead-letters", "", headers));
    return (await connection.next()).status;
  };
  const guesses = [...Array.from({ length: 9 }, (_, index) => `guess-${index}`), formatClientKey("nobody", "x")];
  for (const guess of guesses) expect(await callFrom(guess)).toBe(401);
  expect(await callFrom(operatorToken)).toBe(429);
});

test("wrong credentials of a network get 429 after ten; right ones pass, and those of other networks are only refused", async () => {
  const wrong = createClient(url, formatClientKey("nobody", "x".repeat(43)));
  const callFrom = async (localAddress: string) => {
    const connection = await openRaw(url, localAddress);
    connection.write(
      request("GET", `${root}/data_views`, "", { connection: "close", authorization: "Bearer nonsense" }),
    );
    return (await connection.next()).status;
  };
  const answers = [];
  for (let count = 0; count < 12; count += 1) answers.push((await views(wrong)).status);
  expect(answers.at(-1)).toBe(429);
  expect((await views(createClient(url))).status).toBe(401);
  expect((await views(admin)).status).toBe(200);
  expect(await callFrom("127.0.0.3")).toBe(401);
  const { sql } = stack.database;
  await expect.poll(() => sql`select actor from audit_entry where operation = 'client.refuse'`).not.toHaveLength(0);
  const [first = ""] = stack.lines.filter((line) => line.includes("wrong client credential"));
  expect(JSON.parse(first)).toMatchObject({ client: expect.stringMatching(/^[0-9a-z]{16}$/), network: "127.0.0.1" });
});
