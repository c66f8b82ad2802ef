import { expect, test } from "vitest";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { reasonsOf } from "./support/readiness.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0 });
const words = { lost: "no worker posts the records that wait", back: "a worker runs again, or no record waits" };

test("an API says that sales wait for a worker if none runs, with the remedy, and when they no longer do", async () => {
  const basics = await registerBasics(stack.client);
  const api = await stack.startApi();
  const ready = () => api.client.send("GET", "/readyz");
  const said = () => reasonsOf(api, words);

  expect(await stack.client.create("Sale", saleContent(basics))).toMatchObject({ status: 201 });
  await stack.database.sql`update pending set since = since - interval '1 minute'`;
  const reason = expect.stringMatching(
    /^No worker has run for \d+ s, and the oldest record has waited for \d+ s\. Start one with/,
  );
  await expect
    .poll(ready, { timeout: 120_000 })
    .toMatchObject({ status: 200, body: { status: "degraded", queue: "up", reason } });
  expect(said()).toEqual({ reasons: [reason], isOver: false });

  await stack.startWorker();
  await expect.poll(ready).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(said()).toEqual({ reasons: [reason], isOver: true });
});
