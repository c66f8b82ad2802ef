import { expect, onTestFinished, test } from "vitest";
import { createTestLogger } from "../../../../test/src/service.ts";
import { startEvents } from "../events.ts";
import { openReceiver, sequencesOf } from "../testing/receiver.ts";
import { networks, openWebhookWorld } from "../testing/webhooks.ts";
import { createWebhooks, type WebhookOptions } from "./webhook.start.ts";

const world = await openWebhookWorld(40);
const { sql, worker, subscribe, sell, stateOf } = world;

/** What a worker runs, for the running test. */
function start(options: Partial<WebhookOptions> = {}) {
  const { logger } = createTestLogger();
  const webhooks = createWebhooks(
    { networks, retrySeconds: [1, 1, 1, 1, 1, 1, 1, 1, 1], ...options },
    { sql: worker, isBusy: () => false, logger },
  );
  const events = startEvents({ sql: worker }, webhooks, logger);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= events.stop());
  onTestFinished(stop);
  return { stop };
}

test("a receiver gets everything beside one that hangs, one that fails and one that flaps", async () => {
  const [good, hanging, failing, flapping] = await Promise.all([
    openReceiver(),
    openReceiver(() => undefined),
    openReceiver(() => 500),
    openReceiver(),
  ]);
  let calls = 0;
  flapping.answer = () => (++calls % 10 === 0 ? 503 : 200);
  const ids: string[] = [];
  for (const one of [good, hanging, failing, flapping]) ids.push(await subscribe(one));
  const { stop } = start();
  const count = await sell(800);
  for (const receiver of [good, flapping]) {
    await expect.poll(() => new Set(receiver.taken.map(({ id }) => id)).size).toBe(count);
    for (const sequences of sequencesOf(receiver.taken).values())
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  }
  await stop();
  expect(good.received).toHaveLength(count);
  expect(hanging.received.length).toBeLessThanOrEqual(32);
  expect(await stateOf(ids[2] as string)).toMatchObject({ isFailing: true, delivered: 0, state: "active" });
  const [{ held } = {}] = await sql`select count(*)::int as held from webhook where held_until is not null`;
  expect(held).toBe(0);
});

test("an address that may not be called gets no request, and the subscription says why", async () => {
  const receiver = await openReceiver();
  const id = await subscribe(receiver);
  start({ networks: [] });
  await sell(1);
  await expect
    .poll(async () => (await sql`select last_error from webhook where id = ${id}`)[0]?.["last_error"])
    .toBe("ADDRESS_REFUSED");
  expect(receiver.received).toHaveLength(0);
});
