import { exportAudit } from "@rewards/operations";
import { beforeAll, expect, test } from "vitest";
import { type Client, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { registerBasics } from "./support/fixtures.ts";
import { useStack } from "./support/stack.ts";

/** Without Redis each API counts alone, so that what one of them counted for an address leaves the others alone. */
const stack = useStack({ queue: "postgres", apis: 0 });
const limits = { ADDRESS_CALLS_MAX: "20" };
/** An API behind one proxy, one that callers reach directly, and one without limits. */
let behind: Client;
let direct: Client;
let free: Client;

/** A call whose `X-Forwarded-For` arrives as the proxy sends it on. */
const list = (client: Client, forwarded?: string) =>
  client.send("GET", `${root}/data_views`, undefined, forwarded === undefined ? {} : { "x-forwarded-for": forwarded });

async function spend(client: Client, forwarded?: string): Promise<void> {
  for (let call = 0; call < 20; call += 1) expect((await list(client, forwarded)).status).toBe(200);
  expectError(await list(client, forwarded), 429, "Error_Calls_TooMany");
}

beforeAll(async () => {
  const [proxied, open, unlimited] = await Promise.all([
    stack.startApi({ ...limits, PROXIES: "1", OPERATOR_TOKEN: "q8TzXw3LrVn5KpJ7sYdB2mHc" }),
    stack.startApi(limits),
    stack.startApi(),
  ]);
  behind = proxied.client;
  direct = open.client;
  free = unlimited.client;
});

test("callers behind the proxy have limits of their own, whatever they claim in front of the proxy's entry", async () => {
  await spend(behind, "203.0.113.1");
  expect((await list(behind, "203.0.113.2")).status).toBe(200);
  for (const claimed of ["198.51.100.1, 203.0.113.1", "203.0.113.1:4711", ",203.0.113.1"])
    expectError(await list(behind, claimed), 429, "Error_Calls_TooMany");
});

test("a call without the proxy's entry counts for its connection", async () => {
  await spend(behind);
  for (const entry of ["", "unknown", "203.0.113.9, "])
    expectError(await list(behind, entry), 429, "Error_Calls_TooMany");
  expect((await list(behind, "203.0.113.3")).status).toBe(200);
});

test("without PROXIES the header changes nothing", async () => {
  await spend(direct, "203.0.113.1");
  expectError(await list(direct, "203.0.113.2"), 429, "Error_Calls_TooMany");
});

test("wrong operator tokens shut /ops for their own address only", async () => {
  const guess = (address: string) =>
    behind.send("GET", "/ops/v1/dead-letters", undefined, {
      authorization: "Bearer wrong",
      "x-forwarded-for": address,
    });
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess("203.0.113.4")).status).toBe(401);
  let answer = await guess("203.0.113.4");
  // One attempt is forgotten every six seconds, so a slow machine needs more of them.
  for (let more = 0; more < 8 && answer.status === 401; more += 1) answer = await guess("203.0.113.4");
  expectError(answer, 429, "Error_Credential_Throttled");
  expect((await guess("203.0.113.5")).status).toBe(401);
});

test("the audit has the address that the proxy saw", async () => {
  const { memberId } = await registerBasics(free);
  const adjustment = { content: { AdjustBalances: { Amount: 7, Name: "Points" } } };
  const headers = { "x-forwarded-for": "198.51.100.1, 2001:db8:1:2::7", "x-request-id": "behind-a-proxy" };
  expect((await behind.act(memberId, "AddBalance", adjustment, headers)).status).toBe(200);
  const origins: unknown[] = [];
  await exportAudit(stack.database.sql, {}, { actor: "auditor" }, (batch) => {
    for (const { origin, requestId } of batch) if (requestId === "behind-a-proxy") origins.push(origin);
  });
  expect(origins).toEqual(["2001:db8:1:2::/64"]);
});
