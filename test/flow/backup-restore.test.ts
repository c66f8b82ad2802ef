import { createClosers } from "@rewards/lab/closers";
import { silent } from "@rewards/lab/database";
import { openRedis } from "@rewards/lab/servers";
import { migrateDatabase } from "@rewards/operations";
import { createProducer } from "@rewards/queue";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "../src/records.ts";
import { startBackedUpPostgres } from "./support/backup.ts";
import {
  addBalance,
  addStock,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  registerBasics,
} from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { expectBooksInOrder, hasRedis, type Stack, startStack } from "./support/stack.ts";
import { openTills, pointsOf } from "./support/till.ts";

const salesBetween = 100;
const noJobs = { waiting: 0, active: 0, delayed: 0, failed: 0 };
/** A UUID in the form that IDs contain. */
const inId = (uuid: string) => uuid.replaceAll("-", "");

const closers = createClosers();
afterAll(closers.close);

/** Sells before, during and after a backup and after the moment to restore. No worker takes the last jobs. */
async function sellAndBackUp(postgres: Awaited<ReturnType<typeof startBackedUpPostgres>>, queueUrl: string) {
  const stack = await startStack({ databaseUrl: postgres.url, queueUrl, workers: 0 });
  closers.add(stack.stop);
  const { client } = stack;
  const worker = await stack.startWorker();
  const basics = await registerBasics(client);
  const members = Array.from({ length: 10 }, () => freshKey("member"));
  for (const member of members) await client.created("Member", memberContent(member));
  await addBalance(client, basics.memberId, 100);
  await addStock(client, basics.rewardId, 3);
  await redeemed(client, redemptionContent(basics.member, basics.reward));

  const tills = openTills({ urls: () => [client.url], basics, members });
  await tills.sell(salesBetween);
  await postgres.backUp();
  await tills.sell(salesBetween);
  const kept = new Map(tills.answered);
  await postgres.markMoment("before-the-accident");
  expect(await worker.stop()).toBe(0);
  await tills.sell(salesBetween);
  await tills.close();
  expect(tills.wrong).toEqual([]);
  await stack.stop();
  return { basics, tills, kept };
}

async function countEntries(sql: Stack["database"]["sql"]) {
  const [row] = await sql`
    select count(*)::int as entries, count(distinct source_id)::int as sales, sum(currency_awarded)::int as points
    from ledger_entry where type = 'Sale'`;
  return row;
}

describe.skipIf(!hasRedis)("a backup taken under load and restored to a moment after it", () => {
  test("holds every sale answered until then, posted once; jobs of later sales do nothing, and repeats of those sales are new", async () => {
    const postgres = await startBackedUpPostgres();
    closers.add(postgres.stop);
    const { url: queueUrl } = await openRedis(closers, process.env["PATH"]);
    await migrateDatabase(postgres.url);
    const { basics, tills, kept } = await sellAndBackUp(postgres, queueUrl);
    const databaseUrl = await postgres.restoreTo("before-the-accident");
    const queue = createProducer({ url: queueUrl, names: ["sale"], logger: silent });
    closers.add(() => queue.close());
    expect(await queue.waitingCount("sale")).toBeGreaterThan(0);

    const stack = await startStack({ databaseUrl, queueUrl });
    closers.add(stack.stop);
    const { client, database } = stack;
    const { sql } = database;
    const jobsLeft = async () => {
      const { waiting, active, delayed, failed } = await queue.jobCounts("sale");
      return { waiting, active, delayed, failed };
    };
    await expect.poll(jobsLeft, { timeout: 180_000 }).toEqual(noJobs);
    await expectBooksInOrder(stack);
    const rows = await sql<
      { key: string; id: string; status: string }[]
    >`select external_id as key, id, status from sale`;
    const standing = new Map(rows.map(({ key, id }) => [key, `SALE-${inId(id)}`]));
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["Resolved-Completed"]));
    expect([...kept].filter(([key, id]) => standing.get(key) !== id)).toEqual([]);
    expect(standing.size).toBeLessThan(tills.sent.size);
    expect(await countEntries(sql)).toMatchObject({ entries: standing.size, sales: standing.size });

    // Jobs delivered again, and one job without a record.
    await queue.add("sale", [...rows.slice(0, 50).map(({ id }) => id), newId()]);
    const sent = [...tills.sent];
    const again = await sendAll(sent.length, 8, (index) => client.create("Sale", sent[index]?.[1].content ?? {}));
    for (const [index, [key]] of sent.entries()) {
      expect(again[index]?.status).toBe(201);
      // A restored sale gets its first answer; a lost one becomes a new sale.
      expect(again[index]?.body.ID === tills.answered.get(key)).toBe(standing.has(key));
    }
    await redeemed(client, redemptionContent(basics.member, basics.reward));
    await expect.poll(jobsLeft, { timeout: 180_000 }).toEqual(noJobs);
    await expectBooksInOrder(stack);
    const all = tills.sent.size;
    expect(await countEntries(sql)).toEqual({ entries: all, sales: all, points: pointsOf(tills) });
    expect(stack.lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  }, 600_000);
});
