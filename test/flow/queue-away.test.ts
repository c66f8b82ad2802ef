import { findFreePort } from "@rewards/embedded";
import type { LabServer } from "@rewards/lab/servers";
import { afterEach, describe, expect, test } from "vitest";
import { balanceOf, registerBasics, saleContent } from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { backends, expectBooksInOrder, hasRedis, type Stack, startStack } from "./support/stack.ts";

let stack: Stack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

async function postSales(own: Stack, basics: Awaited<ReturnType<typeof registerBasics>>, count: number): Promise<void> {
  const answers = await sendAll(count, 8, () => own.client.create("Sale", saleContent(basics)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
}

describe.skipIf(!hasRedis)("Redis", () => {
  test("that dies does not stop sales: they are posted once it is back, empty, on its port", async () => {
    stack = await startStack({ queue: "redis" });
    const redis = stack.redis as LabServer;
    const { client } = stack;
    const basics = await registerBasics(client);
    const ready = () => client.send("GET", "/readyz");
    await expect.poll(ready).toMatchObject({ status: 200, body: { status: "ok", postgres: "up", queue: "up" } });
    await postSales(stack, basics, 50);
    await redis.end();
    await expect
      .poll(ready)
      .toMatchObject({ status: 200, body: { status: "degraded", postgres: "up", queue: "down" } });
    await postSales(stack, basics, 50);
    await redis.start();
    await expectBooksInOrder(stack);
    expect(await balanceOf(client, basics.member)).toBe(100 * 100);
    await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ status: 200, body: { status: "ok" } });
    await postSales(stack, basics, 50);
    await expectBooksInOrder(stack);
    expect(await balanceOf(client, basics.member)).toBe(150 * 100);
  });

  test("that was never reachable does not keep API and worker from starting or stopping", async () => {
    const port = await findFreePort("127.0.0.1");
    stack = await startStack({ apis: 1, workers: 0, env: { QUEUE_URL: `redis://127.0.0.1:${port}` } });
    const worker = await stack.startWorker();
    const { client } = stack;
    await expect.poll(() => client.send("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "degraded" } });
    expect(await client.create("Segment", { Name: "x" })).toMatchObject({ status: 201 });
    expect(await worker.stop()).toBe(0);
  });
});

test.each(backends)(
  "a worker posts the sales of an API that was killed right after its answers, without reaching the queue (queue on %s)",
  async (queue) => {
    stack = await startStack({ queue, workers: 0 });
    const basics = await registerBasics(stack.client);
    const port = await findFreePort("127.0.0.1");
    const doomed = await stack.startApi({ QUEUE_URL: `${queue}://127.0.0.1:${port}` });
    const answers = await sendAll(100, 8, () => doomed.client.create("Sale", saleContent(basics)));
    doomed.signal("SIGKILL");
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await doomed.exited).toBe(128 + 9);
    await stack.startWorker();
    await expectBooksInOrder(stack);
    expect(await balanceOf(stack.client, basics.member)).toBe(100 * 100);
  },
);

test("a worker killed at work loses nothing, and nothing is posted twice", async () => {
  stack = await startStack({ workers: 1 });
  const own = stack;
  const basics = await registerBasics(own.client);
  const doomed = await own.startWorker();
  const sent = postSales(own, basics, 600);
  const posted = async () => Number((await own.database.sql`select count(*) from ledger_entry`)[0]?.["count"]);
  await expect.poll(posted, { interval: 5 }).toBeGreaterThan(50);
  doomed.signal("SIGKILL");
  await sent;
  await expectBooksInOrder(own);
  expect(await balanceOf(own.client, basics.member)).toBe(600 * 100);
});
