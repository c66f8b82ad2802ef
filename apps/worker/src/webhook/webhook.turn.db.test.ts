import { claimWebhooks } from "@rewards/db";
import { pauseWebhook, replayWebhook, resumeWebhook, rotateWebhook } from "@rewards/operations";
import { expect, test } from "vitest";
import { openReceiver, type Receiver, sequencesOf } from "../testing/receiver.ts";
import { author, openWebhookWorld } from "../testing/webhooks.ts";
import { runTurn } from "./webhook.turn.ts";

const world = await openWebhookWorld(5);
const { sql, worker, subscribe, sell, deliver, wait, stateOf } = world;

/** Each of so many events was taken once, and each member's in order. */
function expectAll({ taken }: Receiver, count: number): void {
  expect(new Set(taken.map(({ id }) => id)).size).toBe(count);
  expect(taken).toHaveLength(count);
  for (const sequences of sequencesOf(taken).values())
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
}

/** What arrived with one ID is always the same. */
function expectEqualBodies({ received }: Receiver): void {
  const bodies = new Map(received.map(({ id, body }) => [id, body]));
  for (const { id, body } of received) expect(body).toBe(bodies.get(id));
}

test("events of a member arrive in order over failures, and those of others do not wait for them", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  const refused = new Set<string>();
  receiver.answer = ({ id: one, data }) => {
    // Every third event fails once.
    if (data.sequence % 3 > 0 || refused.has(one)) return 200;
    refused.add(one);
    return 503;
  };
  const count = await sell(60);
  await deliver();
  expect(receiver.taken.length).toBeGreaterThan(0);
  expect(receiver.taken.length).toBeLessThan(count);
  while ((await stateOf(id))?.parked) {
    await wait();
    await deliver();
  }
  expectAll(receiver, count);
  expectEqualBodies(receiver);
  expect(refused.size).toBe(count / 3);
  expect(await stateOf(id)).toMatchObject({ delivered: count, behind: 0, setAside: 0 });
});

test("a receiver that fails gets single attempts: one a minute of a fresh event, until one is taken", async () => {
  const receiver = await openReceiver(() => 500);
  const id = await subscribe(receiver);
  const count = await sell(300);
  await deliver();
  // Five lanes: one failure each, and no more than the circuit allows.
  const tried = receiver.received.length;
  expect(tried).toBe(5);
  while (!(await stateOf(id))?.isFailing) {
    await wait();
    await deliver();
  }
  const before = receiver.received.length;
  await deliver();
  expect(receiver.received).toHaveLength(before);
  await sql`update webhook set probe_at = clock_timestamp() - interval '1 s'`;
  await sql`update webhook_parked set next_at = clock_timestamp() + interval '1 day'`;
  await sql`update webhook set due_at = clock_timestamp() + interval '1 day'`;
  await deliver();
  expect(receiver.received).toHaveLength(before + 1);
  receiver.answer = () => 200;
  await sql`update webhook set probe_at = clock_timestamp() - interval '1 s'`;
  await deliver();
  expectAll(receiver, count);
  expect(await stateOf(id)).toMatchObject({ failures: 0, isFailing: false, parked: 0, behind: 0 });
});

test("no more than a thousand events are parked: the log keeps the others", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  await sql`
    insert into webhook_parked (webhook, n, lane, attempts, next_at)
    select ${id}, -n, 'lane ' || n, 1, 'infinity' from generate_series(1, 1000) n`;
  await sql`update webhook set parked = 1000 where id = ${id}`;
  await sell(10);
  await deliver();
  expect(receiver.received).toHaveLength(0);
  await sql`delete from webhook_parked where webhook = ${id} and n = -1`;
  await sql`update webhook set parked = 999 where id = ${id}`;
  await deliver();
  expect(receiver.taken).toHaveLength(10);
});

test("a replay begins at once, also if as many events are parked as may be", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  const [at] = await sql<[{ now: string; last: string }]>`
    select clock_timestamp()::text as now, last from event_head`;
  await sell(10);
  await sql`
    insert into webhook_parked (webhook, n, lane, attempts, next_at)
    select ${id}, ${at.last}::bigint + n, 'lane ' || n, 1, clock_timestamp() + interval '1 day' from generate_series(1, 1000) n`;
  await sql`
    update webhook set parked = 1000, due_at = clock_timestamp() + interval '1 day', reached = (select last from event_head)
    where id = ${id}`;
  await deliver();
  expect(receiver.received).toHaveLength(0);
  expect(await replayWebhook(sql, id, at.now, author)).toBe(10);
  await deliver();
  expectAll(receiver, 10);
  expect(await stateOf(id)).toMatchObject({ parked: 0, behind: 0 });
});

test("410 ends a subscription, until an operator resumes it", async () => {
  const receiver = await openReceiver(() => 410);
  const id = await subscribe(receiver);
  const count = await sell(40);
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: "ended", lastStatus: 410 });
  const before = receiver.received.length;
  await wait();
  await deliver();
  expect(receiver.received).toHaveLength(before);
  receiver.answer = () => 200;
  await resumeWebhook(sql, id, author);
  await deliver();
  expectAll(receiver, count);
});

test("after its last retry an event is set aside, its member's others go on, and a replay delivers it", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  let poison = "";
  receiver.answer = (message) => {
    poison ||= message.id;
    return message.id === poison ? 422 : 200;
  };
  const count = await sell(20);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await deliver();
    await wait();
  }
  await deliver();
  expect(await stateOf(id)).toMatchObject({ setAside: 1, parked: 0, behind: 0, delivered: count - 1 });
  expect(receiver.received.filter((one) => one.id === poison)).toHaveLength(3);
  receiver.answer = () => 200;
  expect(await replayWebhook(sql, id, undefined, author)).toBe(1);
  await deliver();
  expect(receiver.taken.at(-1)?.id).toBe(poison);
  expect(new Set(receiver.taken.map((one) => one.id)).size).toBe(count);
});

test("a turn whose lease ended meanwhile writes nothing; what both sent has equal IDs and bodies", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  const count = await sell(20);
  const [frozen] = await claimWebhooks(worker, 1);
  expect(await claimWebhooks(worker, 1)).toEqual([]);
  await wait();
  const [next] = await claimWebhooks(worker, 1);
  if (!frozen || !next) throw new Error("not claimed");
  await runTurn(world.turnDeps, frozen);
  expect(await stateOf(id)).toMatchObject({ delivered: 0, behind: count });
  await runTurn(world.turnDeps, next);
  expect(await stateOf(id)).toMatchObject({ delivered: count, behind: 0 });
  expect(receiver.received).toHaveLength(2 * count);
  expectEqualBodies(receiver);
});

test("both secrets sign for a day after a rotation, then the new one alone", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  const { secret } = await rotateWebhook(sql, id, author);
  const [earlier = ""] = receiver.secrets;
  receiver.secrets = [earlier, secret];
  await sell(1);
  await deliver();
  expect(receiver.taken).toHaveLength(1);
  await sql`update webhook set earlier_until = clock_timestamp() - interval '1 s'`;
  const verified = receiver.received.length;
  receiver.secrets = [secret];
  await sell(1);
  await deliver();
  expect(receiver.received).toHaveLength(verified + 1);
  const [{ earlier_secret: kept } = {}] = await sql`select earlier_secret from webhook where id = ${id}`;
  expect(kept).toBe(earlier);
});

test("a paused subscription gets nothing, and everything once it is resumed; a replay since a time sends it again", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  const [{ since } = {}] = await sql`select clock_timestamp() as since`;
  await pauseWebhook(sql, id, author);
  const count = await sell(30);
  await deliver();
  expect(receiver.received).toHaveLength(0);
  await resumeWebhook(sql, id, author);
  await deliver();
  expectAll(receiver, count);
  const once = receiver.taken.splice(0);
  expect(await replayWebhook(sql, id, since.toISOString(), author)).toBeGreaterThanOrEqual(count);
  await deliver();
  expectAll(receiver, count);
  const idsOf = (messages: readonly { id: string; body: string }[]) => messages.map((one) => `${one.id} ${one.body}`);
  expect(new Set(idsOf(receiver.taken))).toEqual(new Set(idsOf(once)));
});
