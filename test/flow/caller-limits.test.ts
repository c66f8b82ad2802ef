import { gzipSync } from "node:zlib";
import { parseClientKey } from "@rewards/domain";
import type { LabServer } from "@rewards/lab/servers";
import { beforeAll, expect, test } from "vitest";
import { type Answer, type Client, createClient, root } from "./support/client.ts";
import { issueClient } from "./support/clients.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  addStock,
  freshKey,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { keepOpen } from "./support/load.ts";
import { openRaw, request } from "./support/raw.ts";
import { countRows, hasRedis, useStack, whileLocked } from "./support/stack.ts";

const limits = {
  CLIENT_CALLS_MAX: "40",
  CLIENT_REQUESTS_MAX: "3",
  CLIENT_BODY_BYTES_MAX: "8000",
  CLIENT_VOUCHER_MISSES_MAX: "4",
  VIEW_THREADS_MAX: "1",
};

const stack = useStack({ queue: hasRedis ? "redis" : "postgres", apis: 0, env: limits });
const addressCallsMax = 500;
/** An API without credentials, where only addresses have limits. */
let open: Client;
let url: string;
/** Another API, with a limit of its own for reads. */
let otherUrl: string;
let till: Client;

const list = (client: Client) => client.send("GET", `${root}/data_views`);
const sale = (more: object = {}) => saleContent({ member: "M", store: "S", product: "P" }, more);

/** A new client of these APIs. */
async function issuedAt(rights: string, urls: readonly string[]): Promise<Client[]> {
  const { key } = await issueClient(stack, url, rights);
  return urls.map((at) => createClient(at, key));
}

const issued = async (rights: string) => (await issuedAt(rights, [url]))[0] as Client;

/** Calls until a refusal, at most `callsMax` times. */
async function untilRefused(callsMax: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < callsMax && answers.at(-1)?.status !== 429) answers.push(await call());
  return answers;
}

function expectRefusal(answer: Answer | undefined, code: string): void {
  if (!answer) throw new Error("no answer");
  expectError(answer, 429, code);
  expect(answer.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(answer.body.errorDetails[0].localizedValue).toMatch(/^This (client|address) may /);
}

beforeAll(async () => {
  const [free, limited, other] = await Promise.all([
    stack.startApi({ ADDRESS_CALLS_MAX: String(addressCallsMax) }),
    stack.startApi({ AUTH: "required" }),
    stack.startApi({ AUTH: "required", CLIENT_READ_MS_MAX: "25" }),
  ]);
  open = free.client;
  url = limited.client.url;
  otherUrl = other.client.url;
  till = await issued("sale:create");
});

test("a client over its calls a minute gets 429 with the policy, what is left and when to return; nothing is written, tills sell on", async () => {
  const client = await issued("store:create");
  const answers = (await untilRefused(41, () => list(client))).slice(-3);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expectRefusal(answers.at(-1), "Error_Calls_TooMany");
  const policies = answers.map(({ headers }) => headers.get("ratelimit-policy"));
  expect(new Set(policies)).toEqual(new Set(['"client-calls";q=40;w=60']));
  const left = answers.map(({ headers }) => headers.get("ratelimit")?.replace(/;t=([1-9]|[1-5]\d|60)$/, ""));
  expect(left).toEqual(['"client-calls";r=1', '"client-calls";r=0', '"client-calls";r=0']);
  const before = await countRows(stack);
  expectRefusal(await client.create("Store", { StoreCode: freshKey("S"), Name: "x" }), "Error_Calls_TooMany");
  expect(await countRows(stack)).toEqual(before);
  expect((await till.create("Sale", sale())).status).toBe(201);
  expect((await client.send("GET", "/livez")).headers.get("ratelimit")).toBeNull();
});

test("the key and the tokens of a client count as one, and so do its requests for tokens", async () => {
  const { key, client } = await issueClient(stack, url, "view:StoreList");
  const { id, secret } = parseClientKey(key) as { id: string; secret: string };
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const ask = () => createClient(url).sendRaw("POST", "/uas/oauth/token", form.toString(), type);
  const { body } = await ask();
  const withToken = createClient(url, body.access_token);
  for (let call = 0; call < 10; call += 1) expect((await list(withToken)).status).toBe(200);
  const asked = await untilRefused(30, ask);
  expect(asked.length).toBeGreaterThan(20);
  expectRefusal(asked.at(-1), "Error_Calls_TooMany");
  for (const caller of [client, withToken]) expectRefusal(await list(caller), "Error_Calls_TooMany");
});

test("a client may have as many unanswered calls as it is allowed; the next gets 429, and an answer makes room", async () => {
  const client = await issued("sale:create");
  const create = () => client.create("Sale", sale());
  const tried: Answer[] = [];
  const waiting = await whileLocked(stack, "sale", "share", async () => {
    const open = keepOpen(3, create);
    await expect.poll(async () => (await list(client)).status).toBe(429);
    const next = async () => tried[tried.push(await create()) - 1]?.status;
    await expect.poll(next).toBe(429);
    open.end();
    return open;
  });
  expectError(tried.at(-1) as Answer, 429, "Error_Requests_TooMany");
  for (const { status } of await waiting.answers) expect([201, 429, 503]).toContain(status);
  expect((await create()).status).toBe(201);
});

test("a client whose reads wait does not keep another client of its address waiting", async () => {
  const [busy, other] = await Promise.all([issued("view:*"), issued("view:*")]);
  const waiting = await whileLocked(stack, "segment", "access exclusive", async () => {
    const open = keepOpen(2, () => busy.view("SegmentList"));
    const held = () => stack.database.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    /** A read of the other client, if both reads wait before it and after it. */
    const readBeside = async () => {
      const before = open.answered();
      if ((await held()).length !== 2) return "not both wait";
      const { status } = await other.view("StoreList");
      return open.answered() === before ? status : "a read ended meanwhile";
    };
    await expect.poll(readBeside).toBe(200);
    open.end();
    return open;
  });
  await waiting.answers;
});

test("bytes of bodies are limited, as sent and as unpacked; calls without a body pass", async () => {
  const client = await issued("sale:create");
  const packed = gzipSync(JSON.stringify({ objectTypeID: "SaleCase", content: sale() }).padEnd(7_900));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  expect((await client.sendRaw("POST", `/Sale${root}/objects`, packed, headers)).status).toBe(201);
  expect((await client.create("Sale", sale())).status).toBe(201);
  const refused = await client.create("Sale", sale());
  expectRefusal(refused, "Error_BodyBytes_TooMany");
  expect(refused.headers.get("ratelimit")).toMatch(/, "client-body-bytes";r=0;t=\d+$/);
  expect((await list(client)).status).toBe(200);
});

test("a client that has used its time for reads gets 429 for every read; it may still write", async () => {
  const [client] = (await issuedAt("view:StoreList store:read sale:create", [otherUrl])) as [Client];
  const answers = await untilRefused(26, () => client.view("StoreList"));
  expectRefusal(answers.at(-1), "Error_ReadTime_Spent");
  const unknown = `STO-${"0".repeat(32)}`;
  expectRefusal(await client.send("GET", `${root}/data_views/StoreList`), "Error_ReadTime_Spent");
  expectRefusal(await client.read(unknown), "Error_ReadTime_Spent");
  expect((await client.create("Sale", sale())).status).toBe(201);
});

test("unknown voucher codes are limited; then a right one is refused too, so that nobody learns that it is right", async () => {
  const basics = await registerBasics(open);
  await Promise.all([addBalance(open, basics.memberId, 100), addStock(open, basics.rewardId, 10)]);
  const { VoucherCode: code, ID } = await redeemed(open, redemptionContent(basics.member, basics.reward));
  const find = (client: Client, given: string) =>
    client.view("RedemptionItemsByVoucherCode", { "Voucher Code": given });
  const client = await issued("view:RedemptionItemsByVoucherCode");
  for (let count = 0; count < 2; count += 1) expect((await find(client, code)).body.resultCount).toBe(1);
  const grouped = { aggregations: { N: { field: "Status", summaryFunction: "COUNT" } } };
  const count = await client.send("POST", `${root}/data_views/RedemptionItemsByVoucherCode`, {
    dataViewParameters: { "Voucher Code": "ABC" },
    query: grouped,
  });
  expect(count.status).toBe(200);
  const misses = await untilRefused(4, () => find(client, "ABC"));
  expect(misses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expectRefusal(misses.at(-1), "Error_VoucherLookups_TooMany");
  expectRefusal(await find(client, code), "Error_VoucherLookups_TooMany");
  expect((await find(await issued("view:*"), code)).status).toBe(200);
  // An item that the client may not read, and one that does not exist.
  const [there, gone] = [await till.read(ID), await till.read(`ITEM-${"0".repeat(32)}`)];
  expectError(there, 403, "Error_Right_Missing");
  expect({ ...there.body, requestId: "" }).toEqual({ ...gone.body, requestId: "" });
});

test("without credentials an address can have limits; those of other addresses are not affected", async () => {
  async function callFrom(localAddress: string, times: number): Promise<Answer> {
    const connection = await openRaw(open.url, { localAddress });
    const call = request("POST", `/Sale${root}/objects`, "{}");
    for (let count = 1; count < times; count += 1) {
      connection.write(call);
      expect((await connection.next()).status).toBe(400);
    }
    connection.write(call);
    return connection.next();
  }
  expectRefusal(await callFrom("127.0.0.5", addressCallsMax + 1), "Error_Calls_TooMany");
  const allowed = await callFrom("127.0.0.6", 1);
  const left = new RegExp(`^"address-calls";r=${addressCallsMax - 1};t=(60|[1-5]?\\d)$`);
  expect([allowed.status, allowed.headers.get("ratelimit")]).toEqual([400, expect.stringMatching(left)]);
});

test.skipIf(!hasRedis)("two APIs count together; without Redis each counts alone and says so once", async () => {
  const [here, there] = (await issuedAt("sale:create", [url, otherUrl])) as [Client, Client];
  expectRefusal((await untilRefused(41, () => list(here))).at(-1), "Error_Calls_TooMany");
  await expect.poll(async () => (await list(there)).status, { timeout: 60_000, interval: 500 }).toBe(429);
  expectRefusal(await list(there), "Error_Calls_TooMany");
  await (stack.redis as LabServer).end();
  const alone = await issued("sale:create");
  expect((await list(alone)).status).toBe(200);
  const line = () => stack.lines.filter((text) => text.includes("counted by each API alone"));
  await expect.poll(line, { timeout: 60_000 }).not.toHaveLength(0);
  expect((await alone.create("Sale", sale())).status).toBe(201);
  expectRefusal((await untilRefused(41, () => list(alone))).at(-1), "Error_Calls_TooMany");
});
