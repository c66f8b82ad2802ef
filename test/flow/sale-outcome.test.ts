import { createClient as issueClient, revokeClient } from "@rewards/access";
import { formatClientKey, type Scope } from "@rewards/domain";
import { findFreePort } from "@rewards/embedded";
import { beforeAll, expect, test } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey, registerBasics, saleContent } from "./support/fixtures.ts";
import { type Running, useStack } from "./support/stack.ts";

const stack = useStack({ apis: 0, workers: 0, env: { AUTH: "required" } });
const path = `${root}/data_views/SaleOutcome`;
const author = { actor: "test" };
let api: Watched;
let admin: Client;
let basics: Awaited<ReturnType<typeof registerBasics>>;

async function issue(rights: string, scope?: Scope, url = api.url): Promise<Client> {
  const given = { name: "test", rights, expiresAt: null, ...(scope && { scope }) };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, author);
  return createClient(url, formatClientKey(clientID, clientSecret));
}

interface Watched extends Running {
  /** How many calls wait at the API. */
  readonly waiting: () => Promise<number>;
}

async function startWatched(): Promise<Watched> {
  const port = String(await findFreePort("127.0.0.1"));
  const waiting = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^rewards_gate_calls\{gate="waits",state="inside"\} (\d+)/m.exec(text)?.[1]);
  };
  return { ...(await stack.startApi({ METRICS_PORT: port })), waiting };
}

const ask = (SaleID: string, client = admin, prefer?: string) =>
  client.send("POST", path, { dataViewParameters: { SaleID } }, prefer === undefined ? {} : { prefer });

beforeAll(async () => {
  api = await startWatched();
  admin = await issue("*");
  basics = await registerBasics(admin);
});

const sold = (more?: object) => admin.created("Sale", saleContent(basics, more));
const pending = { Status: "Pending-Ready To Process", Points: 0, Balance: 0, BalanceAvailable: 0 };

test("when the time is over, a call answers the present state, as a call that does not wait", async () => {
  const id = await sold();
  const [waited, plain] = [await ask(id, admin, "wait=1"), await ask(id)];
  expect(waited).toMatchObject({ status: 200, body: { resultCount: 1, data: [pending] } });
  expect({ ...waited.body, fetchDateTime: "" }).toEqual({ ...plain.body, fetchDateTime: "" });
});

test("whoever cannot see the sale gets no record, and does not wait; nobody waits for what does not exist", async () => {
  const id = await sold();
  const others = [
    await issue("view:SaleOutcome sale:read", { stores: [freshKey("other")] }),
    await issue("view:SaleOutcome"),
  ];
  const leaving = new AbortController();
  const seeing = admin.api.sales.settled(id, { timeoutMs: 10_000, signal: leaving.signal }).catch(() => undefined);
  await expect.poll(api.waiting).toBe(1);
  const answers = await Promise.all([
    ...others.map((client) => ask(id, client, "wait=10")),
    ask(`SALE-${"0".repeat(32)}`, admin, "wait=10"),
    ask(id.replace("SALE", "MEM"), admin, "wait=10"),
  ]);
  for (const { status, body } of answers) expect([status, body.data]).toEqual([200, []]);
  // Who sees the sale began to wait before them, and still does.
  expect(await api.waiting()).toBe(1);
  leaving.abort();
  await seeing;
  await expect.poll(api.waiting).toBe(0);
});

test("a caller who leaves gives the place back", async () => {
  const id = await sold();
  const leaving = new AbortController();
  const call = admin.api.sales.settled(id, { timeoutMs: 10_000, signal: leaving.signal });
  await expect.poll(api.waiting).toBe(1);
  leaving.abort(new Error("gone"));
  await expect(call).rejects.toThrow("gone");
  await expect.poll(api.waiting).toBe(0);
});

test("a client that is revoked while its call waits gets no answer but 401", async () => {
  const { sql } = stack.database;
  const id = await sold();
  const { clientID, clientSecret } = await issueClient(sql, { name: "till", rights: "*", expiresAt: null }, author);
  const till = createClient(api.url, formatClientKey(clientID, clientSecret));
  const call = ask(id, till, "wait=10");
  await expect.poll(api.waiting).toBe(1);
  await revokeClient(sql, clientID, author);
  await expect.poll(async () => (await ask(id, till)).status).toBe(401);
  // As if a worker had processed it.
  await sql`update sale set status = 'Resolved-Completed' where id = ${id.replace("SALE-", "")}::uuid`;
  expectError(await call, 401, "Error_Credential_Invalid");
});

test("a process that stops answers the calls that wait, and ends", async () => {
  const id = await sold();
  const second = await startWatched();
  const call = ask(id, await issue("*", undefined, second.url), "wait=10");
  await expect.poll(second.waiting).toBe(1);
  await second.stop();
  expect((await call).body.data).toMatchObject([pending]);
  expect(await second.exited).toBe(0);
});

test.each([
  [{ dataViewParameters: null }, 400, { code: "Error_Parameter_Required", field: ".SaleID" }],
  [{ dataViewParameters: { SaleID: 7 } }, 400, { code: "Error_Parameter_Type", field: ".SaleID" }],
  [{ dataViewParameters: { SaleID: "" } }, 400, { code: "Error_Parameter_Required", field: ".SaleID" }],
])("%j is refused at once", async (body, status, place) =>
  expectError(await admin.send("POST", path, body, { prefer: "wait=10" }), status, place),
);

test("a call needs the right to the view", async () =>
  expectError(await ask(await sold(), await issue("sale:*"), "wait=10"), 403, "Error_Right_Missing"));

test("a call waits until a worker has processed the sale, and answers status, points and balance", async () => {
  const other = await registerBasics(admin);
  const SaleItems = [
    { ProductCode: basics.product, Quantity: 1, TotalAmount: 100 },
    { ProductCode: other.product, Quantity: -1, TotalAmount: -30 },
  ];
  const [content, unknown] = [
    saleContent({ ...basics, member: other.member }, { SaleItems }),
    { MemberExternalID: freshKey("nobody") },
  ];
  const [id, awaits, till] = [
    await admin.created("Sale", content),
    await sold(unknown),
    await issue("view:SaleOutcome sale:*", { stores: [basics.store] }),
  ];
  const calls = Promise.all([
    ask(id, admin, "respond-async, wait=10"),
    till.api.sales.settled(id, { timeoutMs: 10_000 }),
    till.api.sales.settled(awaits, { timeoutMs: 10_000 }),
    admin.send("GET", `${path}?dataViewParameters=${encodeURIComponent(JSON.stringify({ SaleID: id }))}`, undefined, {
      prefer: "wait=10",
    }),
  ]);
  await expect.poll(api.waiting).toBe(4);
  await stack.startWorker();
  const [posted, settled, parked, byGet] = await calls;
  expect(posted.body.data).toEqual([
    {
      ...{ "@class": "SaleOutcome", "@version": 2, ID: id.replace("SALE", "OUT") },
      ...{ Status: "Resolved-Completed", ConfirmationNote: expect.any(String) },
      ...{ Points: 70, Balance: 70, BalanceAvailable: 70 },
    },
  ]);
  expect(settled).toMatchObject({ status: "Resolved-Completed", points: 70, balance: 70, balanceAvailable: 70 });
  expect(byGet.body.data).toMatchObject([{ Status: "Resolved-Completed", Points: 70 }]);
  expect(parked).toMatchObject({ status: "Pending-Awaiting Reference", points: 0, balance: null });
  expect((await ask(id, admin, "wait=10")).body.data).toEqual(posted.body.data);
});
