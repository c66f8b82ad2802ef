import { readQueueKeys } from "@rewards/db";
import { silent } from "@rewards/lab/database";
import { openQueues, partitionOf } from "@rewards/queue";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  addBalance,
  addStock,
  freshKey,
  memberContent,
  redemptionContent,
  registerBasics,
} from "./support/fixtures.ts";
import { expectBooksInOrder, hasRedis, type Stack, startStack } from "./support/stack.ts";
import { openTills, pointsOf, type Tills } from "./support/till.ts";

const salesBetween = 60;
const waiting = { timeout: 120_000 };
const atOnce = 3;

describe.skipIf(!hasRedis)("a queue in partitions", () => {
  test("keeps the sales and redemptions of a member in one partition, and posts each once", async () => {
    const stack = await start({ apis: 0, workers: 0 });
    const env = { QUEUE_URL: `${stack.queueUrl}?partitions=${atOnce}` };
    const [{ client, url }] = await Promise.all([stack.startApi(env), stack.startWorker(env), stack.startWorker(env)]);
    const basics = await registerBasics(client);
    const members = Array.from({ length: 20 }, () => freshKey("member"));
    // Sales that wait for their member are enqueued without its key.
    const tills = openTills({ urls: () => [url], basics, members });
    await tills.sell(salesBetween);
    for (const member of members) await client.created("Member", memberContent(member));
    await tills.sell(salesBetween);
    await tills.close();
    await addStock(client, basics.rewardId, members.length);
    await addBalance(client, basics.memberId, 1_000);
    for (let times = 0; times < 3; times += 1)
      await client.created("Redemption", redemptionContent(basics.member, basics.reward));

    await expectPostedOnce(stack, tills);
    const partitions = await readPartitions(stack, env.QUEUE_URL);
    expect([...new Set(partitions.values())].sort()).toEqual([0, 1, 2]);
    for (const [member, partition] of partitions)
      expect([member, partition]).toEqual([member, partitionOf(member, atOnce)]);
    await vi.waitFor(async () => expect(await countWorkers(stack)).toEqual({ one: 0, three: 2 }), waiting);
  });

  test("changes their number under load from 1 to 3 and back: nothing is lost or posted twice, and nothing is left", async () => {
    const stack = await start({ apis: 1, workers: 1 });
    const one = { QUEUE_URL: stack.queueUrl };
    const three = { QUEUE_URL: `${stack.queueUrl}?partitions=${atOnce}` };
    const basics = await registerBasics(stack.client);
    const members = Array.from({ length: 20 }, () => freshKey("member"));
    for (const member of members) await stack.client.created("Member", memberContent(member));
    const first = await stack.startApi(one);
    let urls = [first.url];
    const tills = openTills({ urls: () => urls, basics, members });
    await tills.sell(salesBetween);

    // The worker does not know the partitions yet, and moves their jobs.
    const second = await stack.startApi(three);
    urls = [second.url];
    await vi.waitFor(() => expect(stack.lines.join("\n")).toContain("jobs moved out of partitions"), waiting);
    const former = await stack.startWorker(three);
    await tills.sell(salesBetween);
    await vi.waitFor(async () => expect(await countWorkers(stack)).toEqual({ one: 1, three: 1 }), waiting);
    await tills.sell(salesBetween);

    urls = [first.url, second.url];
    expect(await former.stop()).toBe(0);
    await tills.sell(salesBetween);
    urls = [first.url];
    await tills.sell(salesBetween);
    await tills.close();
    await expectPostedOnce(stack, tills);
    const queues = openQueues(three.QUEUE_URL, silent);
    onTestFinished(() => queues.close());
    const isLeft = async (partition: number) => (await queues.get("sale", partition)).getJobCounts("wait", "active");
    await vi.waitFor(async () => {
      for (const partition of [0, 1, 2]) expect(await isLeft(partition)).toEqual({ wait: 0, active: 0 });
    }, waiting);
  });
});

async function start(options: { readonly apis: number; readonly workers: number }): Promise<Stack> {
  const stack = await startStack({ queue: "redis", ...options });
  onTestFinished(() => stack.stop());
  return stack;
}

async function expectPostedOnce(stack: Stack, tills: Tills): Promise<void> {
  expect(tills.wrong).toEqual([]);
  expect(tills.answered.size).toBe(tills.sent.size);
  // A change of leader, and its next look for jobs that are left, come before the last sale.
  await vi.waitFor(async () => expect(await stack.database.sql`select from pending`).toHaveLength(0), waiting);
  await expectBooksInOrder(stack);
  const [posted] = await stack.database.sql`
    select count(*)::int as entries, count(distinct source_id)::int as sales, sum(currency_awarded)::int as points
    from ledger_entry where source_class = 'SaleCase'`;
  expect(posted).toEqual({ entries: tills.sent.size, sales: tills.sent.size, points: pointsOf(tills) });
}

/** The partition of each member, by the finished jobs of all of them. */
async function readPartitions(stack: Stack, url: string): Promise<ReadonlyMap<string, number>> {
  const queues = openQueues(url, silent);
  onTestFinished(() => queues.close());
  const found = new Map<string, number>();
  for (const name of ["sale", "redemption"])
    for (const partition of [0, 1, 2]) {
      const jobs = await (await queues.get(name, partition)).getJobs(["completed"]);
      const ids = jobs.flatMap((job) => job.data.ids as string[]);
      for (const member of (await readQueueKeys(stack.database.sql, name, ids))?.values() ?? []) {
        expect([member, found.get(member) ?? partition]).toEqual([member, partition]);
        found.set(member, partition);
      }
    }
  return found;
}

async function countWorkers({ database: { sql } }: Stack) {
  const rows = await sql<{ name: string }[]>`
    select name from lease where name like 'worker %' and until > clock_timestamp()`;
  const three = rows.filter(({ name }) => name.startsWith("worker 3/")).length;
  return { one: rows.length - three, three };
}
