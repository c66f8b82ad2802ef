import { afterAll, beforeAll, expect, test } from "vitest";
import { openProxy, type TcpProxy } from "../src/proxy.ts";
import { expectError } from "./support/errors.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { reasonsOf } from "./support/readiness.ts";
import { expectBooksInOrder, type Stack, startStack } from "./support/stack.ts";

let stack: Stack;
let proxy: TcpProxy;
beforeAll(async () => {
  stack = await startStack({ apis: 0, workers: 0 });
  proxy = await openProxy(stack.databaseUrl);
});
afterAll(async () => {
  await stack.stop();
  proxy.shut();
});

test("when every connection to Postgres goes silent, each create is answered, readiness reports it, and each sale is posted once", async () => {
  const api = await stack.startApi({ DATABASE_URL: proxy.url });
  const worker = await stack.startWorker({ DATABASE_URL: proxy.url });
  const { client } = api;
  const basics = await registerBasics(client);
  const ready = async () => {
    const { status, body } = await client.send("GET", "/readyz");
    return [status, body.status, typeof body.reason];
  };
  const create = (externalId: string) =>
    client.create("Sale", saleContent(basics, { ExternalID: `${basics.store}-${externalId}` }));
  await sendAll(50, 8, () => client.create("Sale", saleContent(basics)));
  await expect.poll(ready).toEqual([200, "ok", "undefined"]);

  proxy.silence();
  const first = create("first");
  await expect.poll(ready).toEqual([503, "unavailable", "string"]);
  expectError(await first, 503, "Error_Service_Unavailable");
  // The next create gets through on a new connection.
  expect((await create("next")).status).toBe(201);
  const again = await create("first");
  expect(again.status).toBe(201);
  await expect.poll(ready).toEqual([200, "ok", "undefined"]);
  await expectBooksInOrder(stack);
  const [posted] = await stack.database.sql`select count(*)::int as sales from ledger_entry`;
  expect(posted).toEqual({ sales: 52 });
  await expect.poll(() => reasonsOf(api).isOver).toBe(true);
  expect(reasonsOf(api).reasons).not.toEqual([]);
  expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
});
