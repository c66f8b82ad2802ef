import { describe, type TestContext, test } from "vitest";
import { openProxy } from "../src/proxy.ts";
import { createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, registerBasics, saleContent } from "./support/fixtures.ts";
import { openRaw, request } from "./support/raw.ts";
import { expectBooksInOrder, hasRedis, startStack } from "./support/stack.ts";

/** A stack for one test, whose Postgres and queue the test can freeze for its processes. */
async function openFreezable({ onTestFinished }: TestContext) {
  const stack = await startStack({ queue: hasRedis ? "redis" : "postgres", workers: 0 });
  onTestFinished(stack.stop);
  const [postgres, queue] = await Promise.all([openProxy(stack.databaseUrl), openProxy(stack.queueUrl)]);
  for (const proxy of [postgres, queue]) onTestFinished(() => proxy.shut());
  const basics = await registerBasics(stack.client);
  return { stack, postgres, queue, basics };
}

const path = `${root}/objects`;

/** The tests mostly wait for the time limits of a stop. */
describe.concurrent("with frozen servers, side by side", () => {
  test("an API whose Postgres is frozen answers 503 to what it accepted, and exits with 1 in time", async (context) => {
    const { expect } = context;
    const { stack, postgres, basics } = await openFreezable(context);
    const saleBody = () => JSON.stringify({ objectTypeID: "SaleCase", content: saleContent(basics) });
    const api = await stack.startApi({ DATABASE_URL: postgres.url, STOP_GRACE_MS: "1000" });
    const connections = await Promise.all(
      Array.from({ length: 3 }, () => openRaw(api.url, { onFinished: context.onTestFinished })),
    );
    postgres.freeze();
    const [sale, read, pipeline] = connections as [
      (typeof connections)[0],
      (typeof connections)[0],
      (typeof connections)[0],
    ];
    sale.write(request("POST", path, saleBody()));
    read.write(request("GET", `${path}/${basics.storeId}`, ""));
    pipeline.write(request("POST", path, saleBody()) + request("POST", path, saleBody()));
    // Once this is answered, the API has read what was written before.
    await createClient(api.url).send("GET", "/livez");
    const code = api.stop();
    for (const connection of [sale, read, pipeline, pipeline])
      expectError(await connection.next(), 503, "Error_Service_Unavailable");
    expect(await code).toBe(1);
    await Promise.all(connections.map(({ ended }) => ended));
  });

  test("an API whose Postgres and queue are frozen exits with 0 in time if it accepted nothing", async (context) => {
    const { expect } = context;
    const { stack, postgres, queue, basics } = await openFreezable(context);
    const api = await stack.startApi({ DATABASE_URL: postgres.url, QUEUE_URL: queue.url, STOP_GRACE_MS: "6000" });
    expect(await api.client.create("Sale", saleContent(basics))).toMatchObject({ status: 201 });
    postgres.freeze();
    queue.freeze();
    expect(await api.stop()).toBe(0);
  });

  test.for(["Postgres", "the queue", "both"])(
    "a worker ends in time if %s is frozen, and another one finishes its work",
    async (what, context) => {
      const { expect } = context;
      const { stack, postgres, queue, basics } = await openFreezable(context);
      const worker = await stack.startWorker({ DATABASE_URL: postgres.url, QUEUE_URL: queue.url });
      const first = await stack.client.created("Sale", saleContent(basics));
      await awaitStatus(stack.client, first, "Resolved-Completed");
      if (what !== "the queue") postgres.freeze();
      if (what !== "Postgres") queue.freeze();
      const second = await stack.client.created("Sale", saleContent(basics));
      expect([0, 1]).toContain(await worker.stop());
      const another = await stack.startWorker();
      await awaitStatus(stack.client, second, "Resolved-Completed");
      await expectBooksInOrder(stack);
      await another.stop();
    },
  );
});
