import { expect, test } from "vitest";
import { openReceiver } from "../../apps/worker/src/testing/receiver.ts";
import { onMembers, operatorToken } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { inTransaction, startWatchedWorker, useStack } from "./support/stack.ts";
import { tablesWith } from "./support/tables.ts";

const stack = useStack({
  workers: 0,
  env: {
    OPERATOR_TOKEN: operatorToken,
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8,::1/128",
    WEBHOOK_RETRY_SECONDS: "1,1,1",
  },
});

/** A call of an operator named olga. */
function call(method: string, path: string, body?: unknown) {
  const headers = {
    authorization: `Bearer ${operatorToken}`,
    "content-type": "application/json",
    "x-operator": "olga",
  };
  const text = body === undefined ? (undefined as never) : JSON.stringify(body);
  return stack.client.sendRaw(method, `/ops/v1/webhooks${path}`, text, headers);
}

async function sell(count: number): Promise<void> {
  const basics = await registerBasics(stack.client);
  await Promise.all(Array.from({ length: count }, () => stack.client.created("Sale", saleContent(basics))));
}

test("an operator adds a webhook, sees what it got, pauses, resumes, replays and removes it; each change is audited", async () => {
  const receiver = await openReceiver();
  const added = await call("POST", "", { url: receiver.url, kinds: ["sale.completed", "balance.*"] });
  expect(added).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^WH-/) } });
  const { id, secret } = added.body;
  receiver.secrets = [secret];
  const worker = await stack.startWorker();
  await sell(3);
  await expect
    .poll(() => receiver.taken.map(({ type }) => type).sort())
    .toEqual([...Array(3).fill("balance.changed"), ...Array(3).fill("sale.completed")]);
  await expect
    .poll(async () => (await call("GET", "")).body.webhooks)
    .toMatchObject([{ id, state: "active", delivered: 6, lag: 0, lastStatus: 200, createdBy: "olga" }]);
  const { attempts } = (await call("GET", `/${id}/attempts`)).body;
  expect(attempts.map((one: { event: string }) => one.event).sort()).toEqual(
    receiver.taken.map((one) => one.id).sort(),
  );
  expect((await call("GET", `/${id}/attempts?failed=true`)).body).toEqual({ attempts: [] });
  const rotated = await call("POST", `/${id}/rotate`);
  expect(rotated.body).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
  receiver.secrets = [secret, rotated.body.secret];
  expect((await call("POST", `/${id}/pause`)).body).toEqual({ id, state: "paused" });
  expect((await call("POST", `/${id}/resume`)).body).toEqual({ id, state: "active" });
  const again = receiver.taken.splice(0).map((one) => one.id);
  expect((await call("POST", `/${id}/replay`, { since: "2026-01-01T00:00:00Z" })).body).toMatchObject({ id });
  await expect.poll(() => receiver.taken.map((one) => one.id).sort()).toEqual(again.sort());
  expect((await call("POST", `/${id}/remove`)).body).toEqual({ id, state: "removed" });
  expectError(await call("POST", `/${id}/remove`), 404, "Error_Object_Unknown");
  const audit = await stack.database.sql`
    select actor, operation from audit_entry where detail->>'webhook' = ${id} order by id`;
  expect(audit.map(({ actor, operation }) => [actor, operation])).toEqual(
    ["add", "rotate", "pause", "resume", "replay", "remove"].map((name) => ["olga", `webhook.${name}`]),
  );
  await worker.stop();
});

test("no table has the ExternalID of an erased member because of an event, also if one fails during the erasure", async () => {
  const { client } = stack;
  let fail: () => void = () => undefined;
  const failing = new Promise<number>((resolve) => {
    fail = () => resolve(500);
  });
  const keys: string[] = [];
  const sellOne = async () => {
    const basics = await registerBasics(client);
    keys.push(basics.member);
    await client.created("Sale", saleContent(basics));
  };
  const receiver = await openReceiver(({ data }) => (data.MemberExternalID === keys[0] ? 500 : failing));
  const { id } = (await call("POST", "", { url: receiver.url, kinds: ["sale.completed"] })).body;
  const listed = async (): Promise<{ id: string; setAside: number }[]> => (await call("GET", "")).body.webhooks;
  const setAside = async () => (await listed()).find((one) => one.id === id)?.setAside;
  await stack.startWorker();
  await sellOne();
  await expect.poll(setAside).toBe(1);
  expect(await tablesWith(stack, keys)).not.toContain("webhook_parked");
  await sellOne();
  await expect.poll(() => receiver.received.at(-1)?.data.MemberExternalID).toBe(keys[1]);
  expect((await onMembers(client, "erase", { externalIDs: keys })).body).toMatchObject({ erased: 2, unanalyzed: [] });
  fail();
  await expect.poll(setAside).toBe(2);
  expect(await tablesWith(stack, keys)).toEqual([]);
  expect((await call("POST", `/${id}/remove`)).status).toBe(200);
});

test("what a killed worker had in hand arrives, from another one; what arrives twice is the same", async () => {
  const receiver = await openReceiver();
  const added = await call("POST", "", { url: receiver.url, kinds: ["sale.accepted"] });
  await sell(200);
  receiver.answer = () => (receiver.received.length > 50 ? undefined : 200);
  const worker = await stack.startWorker();
  await expect.poll(() => receiver.received.length).toBe(51);
  await worker.kill();
  receiver.answer = () => 200;
  await stack.startWorker();
  // The lease of the killed worker ends by itself after 30 s.
  await stack.database.sql`update webhook set held_until = clock_timestamp()`;
  await expect.poll(() => new Set(receiver.taken.map(({ id }) => id)).size).toBe(200);
  await expect.poll(async () => (await call("GET", "")).body.webhooks).toMatchObject([{ id: added.body.id, lag: 0 }]);
  expect(receiver.received.length).toBeGreaterThan(200);
  const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
  for (const { id, body } of receiver.received) expect(body).toBe(bodies.get(id));
  const inOrder = receiver.taken.slice(50).map(({ data }) => data.sequence);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
});

test("a worker says so while nobody can read new events", async () => {
  const { ready } = await startWatchedWorker(stack);
  await expect.poll(ready).toMatchObject({ status: 200, body: { status: "ok" } });
  await inTransaction(stack.database, async (tx) => {
    await tx`select from event_head for update`;
    await stack.database.sql`
      insert into event (kind, at, ids, size)
      values ('member.created', clock_timestamp() - interval '1 minute', array[gen_random_uuid()], 1)`;
    await expect
      .poll(ready)
      .toMatchObject({ status: 200, body: { status: "degraded", reason: expect.stringContaining("event_head") } });
  });
  await expect.poll(ready).toMatchObject({ body: { status: "ok" } });
});
