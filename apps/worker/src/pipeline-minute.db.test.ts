import { redemption, sale } from "@rewards/domain";
import { readPipelineChart } from "@rewards/operations";
import { lagBoundsMs } from "@rewards/runtime";
import { expect, onTestFinished, test } from "vitest";
import { newRedemption, newSale, times } from "../../../test/src/records.ts";
import {
  createTestLogger,
  insertAll,
  insertSales,
  openQueueServer,
  openShop,
  openTestService,
} from "../../../test/src/service.ts";
import { processBatch } from "./batch.ts";
import { redemptionStage, saleStage } from "./stages.ts";
import { startWorker } from "./worker.ts";

const service = await openTestService(6);
const { database, deps } = service;
const { sql } = database;
const { counts } = deps;
const shop = await openShop(database, 3);

const process = (stage: typeof saleStage, ids: readonly string[]) => {
  const run = {
    stage,
    deps: { ...deps, attemptsMax: 1 },
    logger: createTestLogger().logger,
    signal: new AbortController().signal,
  };
  return processBatch(run, [{ id: "1", ids }]);
};

test("a worker counts each record once, as posted, rejected or dead, however often its job comes", async () => {
  const ids = await insertSales(database, shop, 20);
  const [bad = ""] = ids;
  await sql`update sale set sale_items = '{"not": "a list"}' where id = ${bad}`;
  const asked = newRedemption(shop.members[0] as string, [{ reward: "none" }]);
  const redemptions = await insertAll(database, redemption, [asked]);
  for (let round = 0; round < 2; round += 1) {
    await process(saleStage, ids);
    await process(redemptionStage, redemptions);
  }
  const sales = counts.classes.get(sale.class);
  expect([sales?.posted, [...(sales?.rejected ?? [])], [...(sales?.dead ?? [])]]).toEqual([
    19,
    [],
    [["Error_Processing_Failed", 1]],
  ]);
  const rejected = counts.classes.get(redemption.class);
  expect([rejected?.posted, [...(rejected?.rejected ?? [])]]).toEqual([0, [["Error_Reward_Unknown", 1]]]);
});

test("the lag is a sale's age when it is posted; a sale that waited for its member has none", async () => {
  const before = [...(counts.classes.get(sale.class)?.lagsMs.counts ?? [])];
  const [late = ""] = await insertSales(database, shop, 1);
  await sql`update sale set create_date_time = clock_timestamp() - interval '20 seconds' where id = ${late}`;
  const parked = newSale({ member: "nobody yet", store: shop.store, product: shop.product });
  const [awaiting = ""] = await insertAll(database, sale, [parked]);
  await process(saleStage, [late, awaiting]);
  await sql`update sale set member_external_id = ${shop.members[0] as string} where id = ${awaiting}`;
  await process(saleStage, [awaiting]);
  const after = counts.classes.get(sale.class)?.lagsMs.counts ?? [];
  const grown = after.map((count, bucket) => count - (before[bucket] ?? 0));
  expect(grown).toEqual([...lagBoundsMs, 0].map((bound) => (bound === 30_000 ? 1 : 0)));
  expect(counts.classes.get(sale.class)?.posted).toBe(21);
});

test("a worker that stops writes what it counted, and the leader deletes old minutes and old entries of the audit", async () => {
  await sql`
    insert into audit_entry (at, actor, operation) select clock_timestamp() - days * interval '1 day', 'a', 'audit.list'
    from unnest(array[39, 41]) days`;
  await sql`
    insert into pipeline_minute values (clock_timestamp() - interval '9 days', ${sale.class}, 1, 1, 1, 1, array[1])`;
  const queue = await openQueueServer("postgres", service, undefined);
  const producer = await queue.open([sale.noun]);
  const steps: (() => Promise<void>)[] = [];
  const { logger } = createTestLogger();
  const options = {
    databaseUrl: service.workerUrl,
    databasePoolMax: 4,
    queueUrl: queue.url,
    logger,
    recoveryEveryMs: 200,
    auditRetentionDays: 40,
  };
  startWorker(options, { add: (_, step) => void steps.push(() => step(9_000)) });
  const stop = async () => {
    for (const step of steps.splice(0)) await step();
  };
  onTestFinished(stop);
  const ids = await insertAll(database, sale, times(7, shop.newSale));
  await producer.add(sale.noun, ids);
  const openOf = async () => (await sql`select from pending where id = any(${ids}::uuid[])`).length;
  const oldOf = async () => (await sql`select from pipeline_minute where accepted = 1`).length;
  const entriesOf = async () => (await sql`select from audit_entry`).length;
  const looked = async () => [await openOf(), await oldOf(), await entriesOf()];
  await expect.poll(looked, { timeout: 120_000 }).toEqual([0, 0, 1]);
  await stop();
  const { total } = await readPipelineChart(sql, "hour");
  const posted = total.posted.reduce((sum, rate) => sum + rate * 60, 0);
  expect(posted).toBeGreaterThanOrEqual(7);
});
