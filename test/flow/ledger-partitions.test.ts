import { expect, test } from "vitest";
import { runHere } from "../../apps/cli/src/testing/command.ts";
import { balanceOf, freshKey, saleContent } from "./support/fixtures.ts";
import { type Hurdle, killAt, waitsFor, waitsForTransactions } from "./support/partitions.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack, { points: 5 });

const run = (...args: string[]) => runHere(args, { DATABASE_URL: stack.ownerUrl, QUEUE_URL: stack.queueUrl });

async function rewards(code: number, ...args: string[]): Promise<string> {
  const ran = await run(...args);
  expect([ran.code, ran.output]).toEqual([code, expect.any(String)]);
  return ran.output;
}

const sell = async () =>
  (await stack.client.create("Sale", saleContent(basics, { ExternalID: freshKey("sold") }))).status;

const killedAt = (...hurdles: Hurdle[]) =>
  killAt(stack, ["partitions", "ledger"], hurdles, async () => expect(await sell()).toBe(201));

/** Its code is 1 if the queue does not answer in time, as on a busy machine. */
const status = async () => JSON.parse((await run("status", "--json")).output);

/** The partition of the only member with entries, and another one. */
async function readParts(): Promise<{ used: string; empty: string }> {
  const rows = await stack.database.sql<{ part: number; used: boolean }[]>`
    select part, satisfies_hash_partition('ledger_entry_parts'::regclass, 16, part, m.id) as used
    from member m, generate_series(0, 15) part where m.external_id = ${basics.member}`;
  const nameOf = (wanted: boolean) => `ledger_entry_${rows.find(({ used }) => used === wanted)?.part}`;
  return { used: nameOf(true), empty: nameOf(false) };
}

test("the ledger is partitioned while tills sell and workers post, though the command is killed in each phase; no sale is refused, lost or posted twice", {
  timeout: 600_000,
}, async () => {
  for (const count of ["3", "129", "x"])
    expect(await rewards(1, "partitions", "ledger", "--partitions", count)).toContain("must be a number from 4 to 128");
  expect(await rewards(1, "partitions", "ledger", "--cancel", "--drop-former")).toContain("one of --partitions");
  expect(await rewards(0, "partitions", "ledger", "--cancel")).toContain("No change was under way.");
  expect(await rewards(0, "partitions", "ledger", "--drop-former")).toContain("There is no former table");
  expect(await rewards(0, "partitions")).toContain("The ledger has no partitions.");

  let isDone = false;
  let sold = 0;
  const sellOn = async () => {
    const codes = new Set<number>();
    for (let more = 5; more > 0; more -= Number(isDone)) {
      codes.add(await sell());
      sold += 1;
    }
    return [...codes];
  };
  const selling = sellOn();
  await killedAt({ hold: "lock table ledger_entry in share update exclusive mode", until: waitsFor("ledger_entry") });
  expect((await status()).attention.join()).toContain("interrupted: run `rewards partitions ledger` again");
  const { used, empty } = await readParts();
  await killedAt({ hold: `lock table ${used} in share mode`, until: waitsFor(used) });
  await killedAt({ hold: `lock table ${empty} in access exclusive mode`, until: waitsFor(empty) });
  const wait = { hold: "select 1", until: waitsForTransactions };
  await killedAt(wait);
  await killedAt(wait, { hold: "comment on view object_history is 'x'", until: waitsFor("object_history") });
  expect(await rewards(0, "partitions", "ledger", "--cancel")).toContain("The change was undone");
  expect(await rewards(0, "partitions", "ledger")).toContain("The ledger has partitions now.");
  isDone = true;
  expect(await selling).toEqual([201]);

  const { service, attention } = await status();
  expect(service.ledger).toEqual({ partitions: 16, changingSince: null, formerBytes: expect.any(Number) });
  expect(attention.join()).not.toContain("artition");
  expect((await run("status")).output).toContain("Partitions of the ledger: 16, by member");
  expect(await rewards(0, "partitions", "list")).toMatch(/has 16 partitions, by member\.\nIts former table takes 1 MB/);
  expect(await rewards(0, "partitions", "ledger")).toContain("has partitions already");
  expect(await rewards(0, "partitions", "ledger", "--cancel")).toContain("No change was under way.");
  expect(await rewards(0, "partitions", "ledger", "--drop-former")).toContain("was dropped");
  expect(await sell()).toBe(201);
  await expectBooksInOrder(stack);
  // One sale in each of five interruptions, and one after the drop.
  expect(await balanceOf(stack.client, basics.member)).toBe(5 + 100 * (sold + 5 + 1));
});
