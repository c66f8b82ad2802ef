import { gzipSync } from "node:zlib";
import { formatClientKey } from "@rewards/domain";
import { expect } from "vitest";
import { type Answer, type Client, createClient, root } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { freshKey } from "../support/fixtures.ts";
import { keepOpen } from "../support/load.ts";
import { openRaw, request } from "../support/raw.ts";
import { whileLocked } from "../support/stack.ts";
import { sendRaw } from "./raw.ts";
import { type Attacks, limits, type World } from "./world.ts";

/** In depth: ../server-limits.test.ts, ../caller-limits.test.ts, ../view-bounds.test.ts, ../gzip.test.ts, ../error-transport.test.ts. */
export const consumptionAttacks: Attacks = {
  "a body that is too large, declared, packed or nested too deeply is refused": sendLargeBodies,
  "a page or a query without bounds is refused": askForTooMuch,
  "a client cannot have more unanswered calls than its limit; others are served": openCalls,
  "a client over its calls a minute gets 429 with the time to wait; others are served": callTooOften,
};

const path = `${root}/objects`;

async function sendLargeBodies({ as: { admin }, url }: World): Promise<void> {
  const headers = { "content-type": "application/json" };
  const create = (body: string | Uint8Array, more: object = {}) =>
    admin.sendRaw("POST", `/Segment${path}`, body, { ...headers, ...more });
  expectError(await create("x".repeat(2_000_000)), 413, "Error_Body_TooLarge");
  const bomb = gzipSync(Buffer.alloc(20_000_000, " "));
  expectError(await create(bomb, { "content-encoding": "gzip" }), 413, "Error_Body_TooLarge");
  expectError(await create(`{"content":${"[".repeat(30_000)}${"]".repeat(30_000)}}`), 413, "Error_Body_TooLarge");
  const authorization = { "content-length": 1_000_000_000 };
  // Without a credential nothing of the body is read.
  expectError(await sendRaw(url, "POST", path, { headers: authorization }), 401, "Error_Credential_Invalid");
}

async function askForTooMuch({ as: { admin } }: World): Promise<void> {
  const ask = (body: object) => admin.send("POST", `${root}/data_views/SaleList`, body);
  for (const paging of [
    { pageSize: 1_000_000_000, pageNumber: 1 },
    { maxResultsToFetch: 1_000_000_000 },
    { pageSize: -1, pageNumber: 1 },
    { pageSize: 100, pageNumber: 1e15 },
  ])
    expectError(await ask({ paging }), 400, "Error_Paging_Malformed");
  const condition = { lhs: { field: "ID" }, comparator: "IS_NOT_NULL" };
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`F${index}`, condition]));
  const deep = `${"NOT (".repeat(11)}F${")".repeat(11)}`;
  for (const filter of [{ filterConditions: many }, { filterConditions: { F: condition }, logic: deep }])
    expectError(await ask({ query: { filter } }), 400, "Error_Query_TooLarge");
}

const create = (client: Client) => client.create("Segment", { Name: freshKey("segment") });

async function openCalls({ stack, as: { opener, admin } }: World): Promise<void> {
  const tried: Answer[] = [];
  const waiting = await whileLocked(stack, "segment", "share", async () => {
    const open = keepOpen(limits.requests, () => create(opener));
    await expect.poll(async () => (await opener.send("GET", `${root}/data_views`)).status).toBe(429);
    const next = async () => tried[tried.push(await create(opener)) - 1]?.status;
    await expect.poll(next).toBe(429);
    expect((await admin.send("GET", `${root}/data_views`)).status).toBe(200);
    open.end();
    return open;
  });
  expectError(tried.at(-1) as Answer, 429, "Error_Requests_TooMany");
  for (const { status } of await waiting.answers) expect([201, 429, 503]).toContain(status);
  expect((await create(opener)).status).toBe(201);
}

async function callTooOften({ credentials, hostile }: World): Promise<void> {
  const { url } = (await hostile.apis).redirecting;
  const keyOf = ({ clientID, clientSecret }: World["credentials"]["caller"]) => formatClientKey(clientID, clientSecret);
  const headers = { authorization: `Bearer ${keyOf(credentials.caller)}` };
  const connection = await openRaw(url);
  const answers: Answer[] = [];
  while (answers.length <= limits.calls) {
    connection.write(request("GET", `${root}/data_views`, "", headers).repeat(limits.requests));
    for (let count = 0; count < limits.requests; count += 1) answers.push(await connection.next());
  }
  expect(answers.slice(0, limits.calls).filter(({ status }) => status !== 200)).toEqual([]);
  const refused = answers[limits.calls] as Answer;
  expectError(refused, 429, "Error_Calls_TooMany");
  expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(refused.headers.get("ratelimit-policy")).toBe(`"client-calls";q=${limits.calls};w=60`);
  expect(refused.headers.get("ratelimit")).toMatch(/^"client-calls";r=0;t=\d+$/);
  const [caller, admin] = [credentials.caller, credentials.admin].map((one) => createClient(url, keyOf(one)));
  expectError((await caller?.create("Sale", {})) as Answer, 429, "Error_Calls_TooMany");
  expect((await admin?.send("GET", `${root}/data_views`))?.status).toBe(200);
}
