import { cloneDatabase } from "@rewards/embedded";
import { afterAll, expect, test } from "vitest";
import { runHere } from "../../apps/cli/src/testing/command.ts";
import { serverUrl } from "../src/clone.ts";
import { awaitStatus, balanceOf, freshKey, registerBasics, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, startStack } from "./support/stack.ts";

/** An empty database. */
const { url, drop } = await cloneDatabase(serverUrl(), "template1");
afterAll(drop);
const run = (args: string[], more: Readonly<Record<string, string>> = {}) =>
  runHere(args, { DATABASE_URL: url, QUEUE_URL: url, ...more });

test("a ledger that the first migrate gave 16 partitions is posted to, read and verified like any other", async () => {
  for (const count of ["0", "129", "x"]) {
    const refused = await run(["migrate"], { LEDGER_PARTITIONS: count });
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("LEDGER_PARTITIONS is wrong")]);
  }
  expect((await run(["migrate"], { LEDGER_PARTITIONS: "16" })).code).toBe(0);
  const again = await run(["migrate"], { LEDGER_PARTITIONS: "8" });
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("The ledger has 16 partitions, not 8")]);

  const stack = await startStack({ databaseUrl: url });
  try {
    const basics = await registerBasics(stack.client);
    const sold = Array.from({ length: 20 }, () => saleContent(basics, { ExternalID: freshKey("sold") }));
    const ids = await Promise.all(sold.map((content) => stack.client.created("Sale", content)));
    for (const id of ids) await awaitStatus(stack.client, id, "Resolved-Completed");
    expect(await balanceOf(stack.client, basics.member)).toBe(20 * 100);
    expect((await run(["status"])).output).toContain("Partitions of the ledger: 16, by member");
    expect((await run(["partitions"])).output).toContain("The ledger has 16 partitions, by member.");
    await expectBooksInOrder(stack);
  } finally {
    await stack.stop();
  }
});
