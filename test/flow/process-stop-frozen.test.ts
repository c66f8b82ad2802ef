import { expect, onTestFinished, test } from "vitest";
import { openProxy } from "../src/proxy.ts";
import { createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, saleContent } from "./support/fixtures.ts";
import { openRaw, request } from "./support/raw.ts";
import { expectBooksInOrder, hasRedis, useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ queue: hasRedis ? "redis" : "postgres", workers: 0 });
const basics = useBasics(stack);

async function freezable(url: string) {
  const proxy = await openProxy(url);
  onTestFinished(() => proxy.shut());
  return proxy;
}

const path = `${root}/objects`;
const saleBody = () => JSON.stringify({ objectTypeID: "SaleCase", content: saleContent(basics) });

test("an API whose Postgres is frozen answers 503 to what it accepted, and exits with 1 in time", async () => {
  const postgres = await freezable(stack.databaseUrl);
  const api = await stack.startApi({ DATABASE_URL: postgres.url, STOP_GRACE_MS: "1000" });
  const connections = await Promise.all(Array.from({ length: 3 }, () => openRaw(api.url)));
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

test("an API whose Postgres and queue are frozen exits with 0 in time if it accepted nothing", async () => {
  const [postgres, queue] = await Promise.all([freezable(stack.databaseUrl), freezable(stack.queueUrl)]);
  const api = await stack.startApi({ DATABASE_URL: postgres.url, QUEUE_URL: queue.url, STOP_GRACE_MS: "6000" });
  expect(await api.client.create("Sale", saleContent(basics))).toMatchObject({ status: 201 });
  postgres.freeze();
  queue.freeze();
  expect(await api.stop()).toBe(0);
});

test.each(["Postgres", "the queue", "both"])(
  "a worker ends in time if %s is frozen, and another one finishes its work",
  async (what) => {
    const [postgres, queue] = await Promise.all([freezable(stack.databaseUrl), freezable(stack.queueUrl)]);
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
