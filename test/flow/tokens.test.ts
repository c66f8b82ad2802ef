import { generateKeyPairSync } from "node:crypto";
import { createClient as issueClient, revokeClient, rotateClient } from "@rewards/access";
import { createRewardsClient, type Fetch } from "@rewards/client";
import { findFreePort } from "@rewards/embedded";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Answer, type Client, createClient, root } from "./support/client.ts";
import { blockOf, hasCurl, paste } from "./support/docs.ts";
import { expectError } from "./support/errors.ts";
import { freshKey } from "./support/fixtures.ts";
import { type Issuer, signedWithText, startIssuer, unsigned } from "./support/issuer.ts";
import { useStack, whileLocked } from "./support/stack.ts";

const stack = useStack({ workers: 0, apis: 0 });
const claims = { iss: "https://issuer.example", aud: "rewards", sub: "app-1", scope: "openid store:create" };
const roots = ["/dx/uas/oauth", "/uas/oauth", "/prweb/PRRestService/oauth2/v1"];
const formType = { "content-type": "application/x-www-form-urlencoded" };
const grant = { grant_type: "client_credentials" };
let issuer: Issuer;
/** Two APIs on one database. */
let one: Client;
let two: Client;

interface Credential {
  readonly clientID: string;
  readonly clientSecret: string;
}

const post = (api: Client, path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) =>
  api.sendRaw("POST", path, new URLSearchParams(form).toString(), { ...formType, ...headers });
const named = ({ clientID, clientSecret }: Credential) => ({ client_id: clientID, client_secret: clientSecret });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});
const ask = (api: Client, of: Credential, more: Record<string, string> = {}) =>
  post(api, "/uas/oauth/token", { ...grant, ...named(of), ...more });
const giveBack = (api: Client, of: Credential, token: string) =>
  post(api, "/uas/oauth/revoke", { ...named(of), token });
const views = (api: Client, token: string) => createClient(api.url, token).send("GET", `${root}/data_views`);
const statusOf = async (api: Client, token: string) => (await views(api, token)).status;
const awaitStatus = (api: Client, token: string, status: number) =>
  vi.waitFor(async () => expect(await statusOf(api, token)).toBe(status), { timeout: 60_000, interval: 200 });

/** Clients that exist before the APIs start: a call with one that an API does not know yet counts as a wrong credential. */
const rightsOf = {
  admin: "*",
  till: "sale:create view:*",
  shop: "sale:create store:* view:StoreList",
  viewer: "view:StoreList",
  busy: "view:StoreList",
  audited: "view:StoreList sale:create",
  leaving: "*",
  rotated: "*",
  brief: "*",
} as const;
const clients = {} as Record<keyof typeof rightsOf, Credential>;

async function issueClients(): Promise<void> {
  for (const [name, rights] of Object.entries(rightsOf) as [keyof typeof rightsOf, string][]) {
    const expiresAt = name === "brief" ? new Date(Date.now() + 600_000) : null;
    clients[name] = await issueClient(stack.database.sql, { name, rights, expiresAt }, { actor: "test" });
  }
}

/** Changes a client as an operator could, once there is a command for it. */
const change = (column: "rights" | "expires_at", value: string, { clientID }: Credential) =>
  stack.database.sql`update api_client set ${stack.database.sql({ [column]: value })},
    revision = (select max(revision) + 1 from api_client) where id = ${clientID}`;

async function tokenOf(api: Client, of: Credential, more: Record<string, string> = {}): Promise<string> {
  const { status, body } = await ask(api, of, more);
  expect(status).toBe(200);
  return body.access_token;
}

function expectRefused(answer: Answer, status: number, code: string, oauth?: string): void {
  const { error, error_description: description, ...body } = answer.body;
  expectError({ ...answer, body }, status, code);
  expect([error, typeof description]).toEqual([oauth, oauth === undefined ? "undefined" : "string"]);
}

beforeAll(async () => {
  issuer = await startIssuer();
  await issueClients();
  const outside = { AUTH_JWKS_URL: issuer.url, AUTH_ISSUER: claims.iss, AUTH_AUDIENCE: claims.aud };
  const apis = [0, 1].map(() => stack.startApi({ AUTH: "required", ...outside }));
  [one, two] = (await Promise.all(apis)).map(({ client }) => client) as [Client, Client];
});
afterAll(() => issuer.close());

test.skipIf(!hasCurl)("the block of docs/security.md, pasted, gets a token", () => {
  const { clientID, clientSecret } = clients.admin;
  const env = { CLIENT: JSON.stringify({ clientID, clientSecret }) };
  const answer = JSON.parse(paste(blockOf("docs/security.md", "token"), { url: one.url, env }));
  expect(answer).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 3_600, scope: "*" });
});

test.each(roots)(
  "a client gets a token at %s with its secret in the form or in the header, and every API takes it",
  async (at) => {
    const { admin } = clients;
    const { clientID, clientSecret } = admin;
    const answers = [
      await post(one, `${at}/token`, { ...grant, ...named(admin), enable_psyncId: "true" }),
      await post(two, `${at}/token`, grant, basic(clientID, clientSecret)),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 3_600, scope: "*" });
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
      for (const api of [one, two]) expect(await statusOf(api, body.access_token)).toBe(200);
    }
    const id = await createClient(one.url, answers[1]?.body.access_token).created("Store", {
      StoreCode: freshKey("S"),
      Name: "S",
    });
    const { objectInfo } = (await createClient(two.url, answers[0]?.body.access_token).read(id)).body.data;
    expect(objectInfo.createdBy).toBe(clientID);
  },
);

test("a request for a token that is wrong is refused as RFC 6749 says, and the body has the common members too", async () => {
  const { clientID, clientSecret } = clients.till;
  const own = named({ clientID, clientSecret });
  const right = basic(clientID, clientSecret);
  type Refusal = readonly [Record<string, string> | string, Record<string, string>, number, string, string?];
  const malformed = [400, "Error_TokenRequest_Malformed", "invalid_request"] as const;
  const unknown = [401, "Error_Client_Invalid", "invalid_client"] as const;
  const refusals: readonly Refusal[] = [
    [{ ...own }, {}, ...malformed],
    [{ ...own, grant_type: "" }, {}, ...malformed],
    [{ ...own, ...grant }, { "content-type": "application/json" }, ...malformed],
    [{ ...own, ...grant }, right, ...malformed],
    [{ ...grant, client_id: "another" }, right, ...malformed],
    [`grant_type=client_credentials&grant_type=client_credentials&client_id=${clientID}`, {}, ...malformed],
    [{ ...own, grant_type: "password" }, {}, 400, "Error_Grant_Unsupported", "unsupported_grant_type"],
    [{ ...own, ...grant, scope: "sale:remove" }, {}, 400, "Error_Scope_Invalid", "invalid_scope"],
    [{ ...own, ...grant, scope: "sale:*" }, {}, 400, "Error_Scope_Invalid", "invalid_scope"],
    [{ ...own, ...grant, scope: "sale:create ".repeat(200) }, {}, 400, "Error_Scope_Invalid", "invalid_scope"],
    [{ ...own, ...grant, pad: "x".repeat(20_000) }, {}, 413, "Error_Body_TooLarge"],
    [grant, {}, ...unknown],
    [{ ...grant, client_id: clientID }, {}, ...unknown],
    [{ ...own, ...grant, client_secret: "wrong" }, {}, ...unknown],
    [grant, basic(clientID, "wrong"), ...unknown],
    [grant, { authorization: "Basic %%%" }, ...unknown],
    [grant, { authorization: `Bearer rwk_${clientID}_${clientSecret}` }, ...unknown],
  ];
  for (const [form, headers, status, code, oauth] of refusals) {
    const answer = await post(one, "/uas/oauth/token", form, headers);
    expectRefused(answer, status, code, oauth);
    expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? 'Basic realm="Rewards"' : null);
  }
  expectRefused(await one.sendRaw("POST", "/uas/oauth/token", new Uint8Array([255]), formType), ...malformed);
  expectRefused(await post(one, "/uas/oauth/revoke", own), ...malformed);
  expectRefused(await post(one, "/uas/oauth/revoke", { token: "x" }), ...unknown);
  expectError(await one.send("GET", "/uas/oauth/token"), 405, "Error_Method_NotAllowed");
});

test("a token has the rights that were asked for, as far as the client has them at the time of the call", async () => {
  const of = clients.shop;
  const answer = await ask(one, of, { scope: "view:StoreList STORE:create" });
  expect(answer.body.scope).toBe("view:StoreList STORE:create");
  const client = createClient(two.url, answer.body.access_token);
  expect((await client.view("StoreList")).status).toBe(200);
  const refused = await client.create("Sale", {});
  expectError(refused, 403, "Error_Right_Missing");
  expect(refused.body.errorDetails[0].localizedValue).toContain("sale:create");
  await change("rights", "store:create view:MemberList", of);
  await vi.waitFor(async () => expectError(await client.view("StoreList"), 403, "Error_Right_Missing"), {
    timeout: 60_000,
  });
  expectError(await client.view("MemberList"), 403, "Error_Right_Missing");
  expect((await client.create("Store", { StoreCode: freshKey("S"), Name: "S" })).status).toBe(201);
});

test("a token that was given back ends at every API; another client's stays, and a text that is none is taken", async () => {
  const { admin, viewer } = clients;
  const [mine, kept] = [await tokenOf(one, admin), await tokenOf(one, admin)];
  expectRefused(await giveBack(one, viewer, mine), 400, "Error_Token_Foreign", "invalid_grant");
  const odd = [7, ["one"], {}].map((kid) => issuer.sign(claims, { kid }));
  for (const text of ["x", "eyJ.x.y", mine.slice(0, -4), ...odd])
    expect((await giveBack(one, admin, text)).status).toBe(200);
  expect(await statusOf(two, mine)).toBe(200);
  for (const _ of [1, 2]) expect((await giveBack(one, admin, mine)).status).toBe(200);
  const refused = await views(one, mine);
  expectError(refused, 401, "Error_Credential_Invalid");
  expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  await awaitStatus(two, mine, 401);
  expect(await statusOf(two, kept)).toBe(200);
});

test("tokens, and an early end, are in the audit with client, network and request, and without a secret", async () => {
  const { admin, viewer, audited } = clients;
  const scope = "view:StoreList";
  const requestId = freshKey("audited");
  const issue = async (more: Record<string, string>) => {
    const form = { ...grant, ...named(audited), ...more };
    const { body } = await post(one, "/uas/oauth/token", form, { "x-request-id": requestId });
    return body.access_token as string;
  };
  const issued: readonly [string, string] = [await issue({}), await issue({ scope })];
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  for (const _ of [1, 2])
    await post(two, "/uas/oauth/revoke", { ...named(audited), token: issued[0] }, { "x-request-id": requestId });
  const entries = await stack.database.sql`
    select actor, origin, request_id, operation, detail from audit_entry where request_id = ${requestId} order by id`;
  const { jti, sub: client } = claimsOf(issued[0]);
  const expiresAt = new Date(claimsOf(issued[1]).exp * 1_000).toISOString();
  const author = { actor: audited.clientID, origin: "127.0.0.1", request_id: requestId };
  // A test at the end of an hour has two entries.
  const counts = entries.slice(0, -1).map(({ detail }) => detail.count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  const counted = { client, scope, expiresAt, count: expect.any(Number), lastAt: expect.any(String) };
  expect(entries.at(-2)).toEqual({ ...author, operation: "token.issue", detail: counted });
  expect(entries.at(-1)).toEqual({ ...author, operation: "token.revoke", detail: { client, token: jti } });
  const parts = issued.flatMap((one) => one.split("."));
  for (const secret of [admin.clientSecret, viewer.clientSecret, audited.clientSecret, ...parts])
    expect(JSON.stringify(entries)).not.toContain(secret);
});

test("without its audit entry no token is given out: 503, and none later", async () => {
  const issued = async () =>
    await stack.database.sql`
      select sum((detail->>'count')::int) from audit_entry where operation = 'token.issue'`;
  const before = await issued();
  await whileLocked(stack, "audit_entry", "share", async () =>
    expectRefused(await ask(one, clients.admin), 503, "Error_Service_Unavailable"),
  );
  expect(await issued()).toEqual(before);
  expect((await ask(one, clients.admin)).status).toBe(200);
});

test("a client cannot fill the memory of the APIs with tokens that it gives back", async () => {
  const of = clients.busy;
  const rows = Array.from({ length: 1_000 }, (_, index) => index);
  await stack.database.sql`
    insert into revoked_token (id, client_id, expires_at, revision)
    select ${of.clientID} || n, ${of.clientID}, clock_timestamp() + interval '1 hour', n + (select max(revision) + 1 from revoked_token)
    from unnest(${rows}::int[]) as n`;
  const token = await tokenOf(one, of);
  expectRefused(await giveBack(one, of, token), 503, "Error_Service_Overloaded");
  expect(await statusOf(one, token)).toBe(200);
});

test("tokens end with their client, and outlive the API that issued them; one without credentials issues them too", async () => {
  const open = await stack.startApi({ AUTH: "none" });
  const token = await tokenOf(open.client, clients.admin);
  await open.stop();
  for (const api of [one, two]) expect(await statusOf(api, token)).toBe(200);
  const { leaving, brief } = clients;
  const ending = [await tokenOf(one, leaving), await tokenOf(one, brief)];
  expect((await ask(one, brief)).body.expires_in).toBeLessThanOrEqual(600);
  for (const each of ending) expect(await statusOf(two, each)).toBe(200);
  await revokeClient(stack.database.sql, leaving.clientID, { actor: "test" });
  await change("expires_at", new Date().toISOString(), brief);
  for (const each of ending) for (const api of [one, two]) await awaitStatus(api, each, 401);
  expectRefused(await ask(one, brief), 401, "Error_Client_Invalid", "invalid_client");
});

test("a token ends with the secret that it was asked for with: a rotation without time for the old one ends both", async () => {
  const { rotated } = clients;
  const token = await tokenOf(one, rotated);
  for (const api of [one, two]) expect(await statusOf(api, token)).toBe(200);
  const { clientSecret } = await rotateClient(stack.database.sql, rotated.clientID, 0, { actor: "test" });
  for (const api of [one, two]) await awaitStatus(api, token, 401);
  expectError(await views(one, token), 401, "Error_Credential_Invalid");
  const next = await tokenOf(one, { ...rotated, clientSecret });
  for (const api of [one, two]) expect(await statusOf(api, next)).toBe(200);
  // One line an hour for each API, however many calls and tokens; no line has a secret.
  const logged = () =>
    stack.lines.filter((line) => line.includes("credential accepted") && line.includes(rotated.clientID));
  await vi.waitFor(() => expect(logged()).toHaveLength(2), { timeout: 60_000 });
  for (const line of logged())
    expect(JSON.parse(line)).toMatchObject({
      actor: rotated.clientID,
      credential: "token",
      origin: "127.0.0.1",
      unlogged: 0,
    });
  for (const secret of [token, next, clientSecret]) expect(stack.lines.join()).not.toContain(secret);
});

test("a token of the configured issuer is taken with the rights of its claim, and one that is wrong in any way is not", async () => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const valid = { ...claims, exp };
  const client = createClient(one.url, issuer.sign(valid));
  const id = await client.created("Store", { StoreCode: freshKey("S"), Name: "S" });
  expectError(await client.read(id), 403, "Error_Right_Missing");
  expectError(await client.create("Sale", {}), 403, "Error_Right_Missing");
  const reader = createClient(one.url, issuer.sign({ ...valid, sub: "app-2", scope: ["store:read", 7] }));
  expect((await reader.read(id)).body.data.objectInfo.createdBy).toBe("jwt:app-1");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { exp: _, ...endless } = valid;
  const wrong = [
    unsigned(valid),
    signedWithText(valid, issuer.publicPem),
    issuer.sign(valid, {}, privateKey),
    issuer.sign(valid, { kid: "weak" }),
    issuer.sign({ ...valid, aud: "another" }),
    issuer.sign({ ...valid, iss: "https://another.example" }),
    issuer.sign({ ...valid, exp: exp - 1_200 }),
    issuer.sign({ ...valid, nbf: exp }),
    issuer.sign(endless),
    issuer.sign({ ...valid, sub: undefined }),
  ];
  for (const token of wrong) expectError(await views(two, token), 401, "Error_Credential_Invalid");
  const said = () => stack.lines.filter((line) => line.includes("a key of the token issuer cannot be used"));
  await expect.poll(said).toHaveLength(1);
  // Unknown keys make an API fetch again soon, every ten seconds at most, not for each call.
  const [before, startedMs] = [issuer.fetches(), performance.now()];
  for (let call = 0; call < 20; call += 1)
    expect([401, 429]).toContain(await statusOf(two, issuer.sign(valid, { kid: `key-${call}` })));
  const looks = 1 + Math.floor((performance.now() - startedMs) / 10_000);
  expect(issuer.fetches() - before).toBeLessThanOrEqual(2 * looks);
});

test("while the issuer is away its tokens get 503, the log says why with the remedy, and the service's own tokens work", async () => {
  const AUTH_JWKS_URL = `http://127.0.0.1:${await findFreePort("127.0.0.1")}/jwks`;
  const env = { AUTH: "required", AUTH_JWKS_URL, AUTH_ISSUER: claims.iss, AUTH_AUDIENCE: claims.aud };
  const { client, lines } = await stack.startApi(env);
  const exp = Math.floor(Date.now() / 1_000) + 600;
  expectError(await views(client, issuer.sign({ ...claims, exp })), 503, "Error_Service_Unavailable");
  expectError(await views(client, issuer.sign({ ...claims, exp, iss: "another" })), 401, "Error_Credential_Invalid");
  expect(await statusOf(client, await tokenOf(one, clients.admin))).toBe(200);
  await expect
    .poll(() => lines.filter((line) => line.includes("let this machine reach AUTH_JWKS_URL")))
    .toHaveLength(1);
});

test("the typed client gets one token for calls at once, keeps it, and gets another when it has ended", async () => {
  const { clientID, clientSecret } = clients.admin;
  const tokens: string[] = [];
  const requests: string[] = [];
  const fetchNoted: Fetch = (to, init) => {
    if (to.endsWith("/token")) requests.push(to);
    else tokens.push(init.headers.get("authorization")?.replace("Bearer ", "") ?? "");
    return fetch(to, init);
  };
  const credentials = { clientID, clientSecret, scope: "store:create view:StoreList" };
  const typed = createRewardsClient({ baseUrl: `${one.url}/`, credentials, fetch: fetchNoted });
  const create = () => typed.stores.create({ StoreCode: freshKey("S"), Name: "S" });
  await Promise.all([create(), create(), typed.views.storeList()]);
  await create();
  expect([requests, new Set(tokens).size]).toEqual([[`${one.url}/uas/oauth/token`], 1]);
  expect((await giveBack(one, clients.admin, tokens[0] as string)).status).toBe(200);
  await Promise.all([create(), create()]);
  expect([requests.length, new Set(tokens).size]).toEqual([2, 2]);
  const wrong = createRewardsClient({ baseUrl: one.url, credentials: { ...credentials, clientSecret: "wrong" } });
  await expect(wrong.views.storeList()).rejects.toMatchObject({ status: 401, code: "Error_Client_Invalid" });
});

test("wrong secrets and wrong tokens are throttled together, logged and audited; right ones pass", async () => {
  const { admin } = clients;
  const wrong = { ...admin, clientSecret: "wrong" };
  const token = await tokenOf(one, admin);
  // An attempt is forgotten after six seconds. If the machine is that slow, the second attempt is not refused.
  await vi.waitFor(
    async () => {
      expectRefused(await ask(one, wrong), 429, "Error_Credential_Throttled");
      expectError(await views(one, `${token.slice(0, -8)}AAAAAAAA`), 429, "Error_Credential_Throttled");
    },
    { timeout: 60_000 },
  );
  expect(await statusOf(one, await tokenOf(one, admin))).toBe(200);
  // Old tokens are no guesses. Their callers must learn that they need new ones.
  const old = [issuer.sign(claims, { kid: "rwt_deleted" }), issuer.sign({ ...claims, exp: 1 }, { kid: "withdrawn" })];
  for (const each of old) expectError(await views(one, each), 401, "Error_Credential_Invalid");
  expect(stack.lines.filter((line) => line.includes("wrong client credential"))).not.toEqual([]);
  const audit = await stack.database.sql`select from audit_entry where operation = 'client.refuse'`;
  expect(audit.length).toBeGreaterThan(0);
  const text = stack.lines.join("\n");
  for (const secret of [token, admin.clientSecret]) expect(text).not.toContain(secret);
});
