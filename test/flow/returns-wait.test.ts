import { afterEach, expect, test } from "vitest";
import { freshKey, times } from "../src/records.ts";
import { blockOf } from "./support/docs.ts";
import { balanceOf, registerBasics, saleContent } from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { expectBooksInOrder, type Stack, startStack, whileLocked } from "./support/stack.ts";

let stack: Stack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

const units = 10_000;
/** More than a batch takes, so that these returns wait for their turn. */
const linesOfReturn = 201;
const returns = 10;

test("a worker killed while returns wait for their turn loses nothing, and nothing comes back twice", async () => {
  stack = await startStack({ workers: 0 });
  const { client, database } = stack;
  const { sql } = database;
  const doomed = await stack.startWorker();
  const basics = await registerBasics(client);
  const lineOf = (quantity: number, more: object = {}) => ({
    ...{ ProductCode: basics.product, Quantity: quantity, TotalAmount: quantity, ...more },
  });
  const original = freshKey("sale");
  const query = blockOf("docs/repair.md", "operators: turn");
  const postponed = async () => (await sql.unsafe(query)).map((row) => [row["store_code"], row["count"]]);
  await client.create("Sale", saleContent(basics, { ExternalID: original, SaleItems: [lineOf(units)] }));
  await expect.poll(() => balanceOf(client, basics.member)).toBe(units);
  await whileLocked(stack, "sale_return", "share", async (tx) => {
    const back = times(linesOfReturn, () => lineOf(-1, { OriginalSaleExternalID: original }));
    const answers = await sendAll(returns, 4, () => client.create("Sale", saleContent(basics, { SaleItems: back })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const waiting = async () =>
      (await tx`select from pg_locks where relation = 'sale_return'::regclass and not granted`).length;
    await expect.poll(postponed).toEqual([[basics.store, String(returns)]]);
    await expect.poll(waiting).toBe(1);
    doomed.signal("SIGKILL");
    await doomed.exited;
  });
  expect(await sql`select from sale_return`).toHaveLength(0);
  expect(await postponed()).toEqual([[basics.store, String(returns)]]);
  expect(await sql`select distinct attempts from failing`).toEqual([{ attempts: 0 }]);
  await stack.startWorker();
  await expect
    .poll(async () => {
      await sql`update failing set next_at = clock_timestamp()`;
      return (await sql`select from pending`).length;
    })
    .toBe(0);
  await expectBooksInOrder(stack);
  expect(await balanceOf(client, basics.member)).toBe(units - returns * linesOfReturn);
  expect(await sql`select from sale_return`).toHaveLength(returns * linesOfReturn);
});
