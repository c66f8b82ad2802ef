import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRewardsClient, type RewardsClient, RewardsError } from "@rewards/client";
import { beforeAll, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { bury, createStaged, operatorToken } from "./support/dead-letters.ts";
import {
  awaitStatus,
  freshKey,
  memberContent,
  registerBasics,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { countRows, expectBooksInOrder, startStack, useStack } from "./support/stack.ts";

const stack = useStack({ env: { OPERATOR_TOKEN: operatorToken } });
let client: RewardsClient;
beforeAll(async () => {
  client = createRewardsClient({ baseUrl: stack.client.url });
});

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: RewardsError) => error,
  );

interface Passed {
  readonly key: string | undefined;
  readonly body: string;
}

type Meddle = (
  passed: Passed,
  tries: number,
) => "answer" | "cut" | { readonly status: number; readonly retryAfter?: string };

/** A proxy before the service: forwards a call and its answer, or cuts the answer off, or answers by itself. */
async function openMiddle(meddle: Meddle): Promise<{ url: string; passed: Passed[] }> {
  const passed: Passed[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await readBody(request);
    const one = { key: request.headers["idempotency-key"] as string | undefined, body };
    passed.push(one);
    const what = meddle(one, passed.length);
    if (typeof what === "object") {
      response.writeHead(what.status, { ...(what.retryAfter !== undefined && { "retry-after": what.retryAfter }) });
      return void response.end("<html>");
    }
    const headers = {
      "content-type": "application/json",
      ...(one.key !== undefined && { "idempotency-key": one.key }),
    };
    const answer = await fetch(stack.client.url + request.url, { method: request.method as string, headers, body });
    if (what === "cut") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const through = (url: string, more: object = {}) =>
  createRewardsClient({ baseUrl: url, retry: { triesMax: 3, waitMsMin: 1, waitMsMax: 5 }, ...more });

test("the client goes from a sale to a used voucher, by names only", async () => {
  const [store, product, member, reward] = ["store", "product", "member", "reward"].map(freshKey) as [
    string,
    string,
    string,
    string,
  ];
  await client.stores.create({ StoreCode: store, Name: "Main Street" });
  await client.products.create({ ProductCode: product, Name: "Coffee" });
  const { id: memberId } = await client.members.create(memberContent(member));
  const made = await client.rewards.create(rewardContent(reward));
  expect(made).toMatchObject({
    status: "Open-Active",
    answer: { data: { objectInfo: { content: { classID: "Reward" } } } },
  });
  expect(await client.rewards.addRewardStock(made.id, { RewardQuantity: 5 })).toMatchObject({
    id: made.id,
    status: "Open-Active",
  });
  const sale = await client.sales.create(saleContent({ store, product, member }));
  expect(sale).toMatchObject({ status: "Pending-Ready To Process", confirmationNote: "Sale accepted for processing." });
  await awaitStatus(stack.client, sale.id, "Resolved-Completed");
  await client.members.addBalance(memberId, { AdjustBalances: { Amount: 20, Name: "Points" } });
  const { data: entries } = await client.views.ledgerEntriesBetweenDates(
    { MemberExternalID: member, FromDateTime: "2000-01-01T00:00:00Z", ToDateTime: "2100-01-01T00:00:00Z" },
    { select: ["CurrencyAwarded", "Type"] },
  );
  expect(entries.map(({ Type, CurrencyAwarded }) => [Type, CurrencyAwarded])).toEqual([
    ["Sale", 100],
    ["Adjustment", 20],
  ]);
  const redemption = await client.redemptions.create({
    MemberExternalID: member,
    RedemptionItems: [{ RewardExternalID: reward, Quantity: "1" }],
  });
  await awaitStatus(stack.client, redemption.id, "Resolved-Completed");
  const { data: items } = await client.views.redemptionItemsByMember({ MemberExternalID: member });
  const item = items[0]?.ID as string;
  expect(await client.redemptionItems.lock(item)).toMatchObject({ id: item, status: "Open-Active" });
  expect(await client.redemptionItems.use(item)).toMatchObject({
    status: "Resolved-Completed",
    confirmationNote: "Voucher used.",
  });
  const object = await client.objects.get(item);
  if (object.objectTypeID !== "RedemptionItemCase") throw new Error(object.objectTypeID);
  expect(object.content.VoucherCode).toBe(items[0]?.VoucherCode);
  await expectBooksInOrder(stack);
});

test("the compiler checks what calls take and return", () => {
  const { views } = client;
  type Store = Awaited<ReturnType<typeof views.getStoreByBusinessKeys<"StoreCode">>>["data"][number];
  expectTypeOf<Store>().toHaveProperty("StoreCode").toEqualTypeOf<string>();
  expectTypeOf<Store>().not.toHaveProperty("Description");
  expectTypeOf<
    Awaited<ReturnType<typeof client.redemptionItems.use>>["status"]
  >().toEqualTypeOf<"Resolved-Completed">();
  // @ts-expect-error a sale has items
  void (() => client.sales.create({ ExternalID: "1" }));
  // @ts-expect-error a store has no such field
  void (() => views.getStoreByBusinessKeys({ StoreCode: "1" }, { select: ["ProductCode"] }));
});

test("a refusal is a RewardsError with everything in the answer", async () => {
  const error = await errorOf(
    client.sales.create({ ...saleContent({ store: "", product: "", member: "m" }), SaleItems: [] }),
  );
  expect(error).toBeInstanceOf(RewardsError);
  expect(error).toMatchObject({
    status: 422,
    code: "Error_Field_Required",
    retryable: false,
    retryAfterSeconds: undefined,
  });
  expect(error?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(error?.details.map(({ field, code }) => [field, code])).toContainEqual([".StoreCode", "Error_Field_Required"]);
  expect(await errorOf(client.redemptionItems.use("ITEM-none"))).toMatchObject({
    status: 404,
    code: "Error_Object_Unknown",
  });
});

test("an AddBalance whose answers are lost is retried with its key, and posted once", async () => {
  const { memberId, member } = await registerBasics(stack.client);
  const { url, passed } = await openMiddle((_passed, tries) => (tries < 3 ? "cut" : "answer"));
  await through(url).members.addBalance(memberId, { AdjustBalances: { Amount: 7, Name: "Points" } });
  expect(new Set(passed.map(({ key }) => key)).size).toBe(1);
  expect(passed.map(({ key }) => key?.length)).toEqual([32, 32, 32]);
  const { data } = await client.views.memberBalances({ MemberExternalID: member });
  expect(data[0]?.Balance).toBe(7);
});

test("two equal calls have different keys; a record with a business key gets no other key", async () => {
  const basics = await registerBasics(stack.client);
  const { url, passed } = await openMiddle(() => "answer");
  const own = through(url);
  const AdjustBalances = { Amount: 1, Name: "Points" };
  await own.members.addBalance(basics.memberId, { AdjustBalances });
  await own.members.addBalance(basics.memberId, { AdjustBalances });
  await own.sales.create(saleContent(basics));
  const RedemptionItems = [{ RewardExternalID: "none", Quantity: "1" }];
  await own.redemptions.create({ MemberExternalID: "none", RedemptionItems });
  await own.redemptions.create({ ExternalID: freshKey("redemption"), MemberExternalID: "none", RedemptionItems });
  await own.members.addBalance(basics.memberId, { AdjustBalances }, { idempotencyKey: "mine" });
  const [first, second, sale, keyless, keyed, given] = passed.map(({ key }) => key);
  expect(first).not.toBe(second);
  expect([sale, keyed, given]).toEqual([undefined, undefined, "mine"]);
  expect(keyless).toMatch(/^[0-9a-f]{32}$/);
});

test("calls are retried after 503 and 429, up to the maximum, and not before Retry-After", async () => {
  const { url, passed } = await openMiddle(() => ({ status: 503 }));
  expect(await errorOf(through(url).views.programList())).toMatchObject({ status: 503, retryable: true });
  expect(passed).toHaveLength(3);
  const asking = await openMiddle((_passed, tries) => (tries === 1 ? { status: 429, retryAfter: "1" } : "answer"));
  const startedMs = performance.now();
  expect((await through(asking.url).views.programList()).resultCount).toBe(1);
  expect(performance.now() - startedMs).toBeGreaterThan(990);
  const long = await openMiddle(() => ({ status: 503, retryAfter: "3600" }));
  expect(await errorOf(through(long.url).views.programList())).toMatchObject({ retryAfterSeconds: 3600 });
  expect(long.passed).toHaveLength(1);
});

test("a call that must not run twice is not retried if its answer is lost", async () => {
  const paused = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
  onTestFinished(() => paused.stop());
  const { saleId } = await createStaged(paused.client, await registerBasics(paused.client));
  await bury(paused, [saleId]);
  const operator = createRewardsClient({ baseUrl: paused.client.url, token: operatorToken });
  expect((await operator.deadLetters.list({ class: "SaleCase" })).deadLetters).toHaveLength(1);
  const { url, passed } = await openMiddle(() => "cut");
  expect(await errorOf(through(url).deadLetters.replay(saleId))).toMatchObject({
    code: "Error_Network_Failed",
    status: 0,
  });
  expect(passed).toHaveLength(1);
  expect(await operator.deadLetters.replay(saleId)).toEqual({ ID: saleId, replayed: 1 });
  expect(await errorOf(client.deadLetters.list())).toMatchObject({ status: 401, code: "Error_Credential_Invalid" });
});

test("a foreign answer, a late answer and an unreachable service have different error codes", async () => {
  const { url } = await openMiddle(() => ({ status: 502 }));
  expect(await errorOf(through(url).views.programList())).toMatchObject({ status: 502, code: "Error_Answer_Unknown" });
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => silent.closeAllConnections());
  const { port } = silent.address() as AddressInfo;
  const late = through(`http://127.0.0.1:${port}`, { answerMsMax: 50 });
  expect(await errorOf(late.views.programList())).toMatchObject({ code: "Error_Answer_TimedOut", retryable: true });
  silent.close();
  const nobody = through("http://127.0.0.1:9");
  expect(await errorOf(nobody.views.programList())).toMatchObject({ code: "Error_Network_Failed", retryable: true });
});

test("the caller's signal ends a call and its retries", async () => {
  const aborting = new AbortController();
  const { url, passed } = await openMiddle(() => {
    aborting.abort(new Error("enough"));
    return { status: 503, retryAfter: "10" };
  });
  await expect(through(url).views.programList({}, { signal: aborting.signal })).rejects.toThrow("enough");
  expect(passed).toHaveLength(1);
  await expect(client.views.programList({}, { signal: AbortSignal.abort(new Error("never")) })).rejects.toThrow(
    "never",
  );
});

test("a refused call has written nothing", async () => {
  const { memberId } = await registerBasics(stack.client);
  const before = await countRows(stack);
  const call = client.members.addBalance(memberId, { AdjustBalances: { Amount: -5, Name: "Points" } });
  expect(await errorOf(call)).toMatchObject({ code: "Error_Balance_Insufficient", retryable: false });
  expect(await countRows(stack)).toEqual(before);
});
