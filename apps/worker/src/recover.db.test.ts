import { type Database, postponePending } from "@rewards/db";
import { redemption, sale, segment } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { createProducer, type Producer } from "@rewards/queue";
import { describe, expect, onTestFinished, test } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { freshKey, newRedemption, newSale, newSegment, times } from "../../../test/src/records.ts";
import {
  agePending,
  countCompleted,
  createTestLogger,
  findBackends,
  insertAll,
  insertSales,
  openQueueServer,
  openShop,
  openTestService,
  type TestShop,
} from "../../../test/src/service.ts";
import { createAwaitingSweep, createRecovery, jobIdsMax, sliceIdsMax, waitingJobsMax } from "./recover.ts";
import { saleStage } from "./stages.ts";
import { startWorker } from "./worker.ts";

const path = process.env["PATH"];
const backends = await findBackends(path);
const waiting = { timeout: 240_000, interval: 50 };

/** A worker as its process starts it, stopped at the test's end. */
function start(databaseUrl: string, queueUrl: string, { recoveryEveryMs = 200, postsWithoutQueue = true } = {}) {
  const { logger, counts } = createTestLogger();
  const steps: (() => Promise<void>)[] = [];
  startWorker(
    { databaseUrl, databasePoolMax: 4, queueUrl, logger, recoveryEveryMs, postsWithoutQueue },
    { add: (_, step) => void steps.push(() => step(9_000)) },
  );
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping ??= (async () => {
      for (const step of steps) await step();
    })();
    await stopping;
  }
  onTestFinished(stop);
  return { stop, counts };
}

/** Sales that await no reference any more, but were never woken. */
async function insertUnwoken(database: Database, shop: TestShop, count: number): Promise<string[]> {
  const { sql } = database;
  const ids = await insertSales(database, shop, count);
  await sql`delete from pending where id = any(${ids}::uuid[])`;
  await sql`update sale set status = 'Pending-Awaiting Reference' where id = any(${ids}::uuid[])`;
  await sql`insert into awaiting (sale_id, member) select id, member_external_id from sale where id = any(${ids}::uuid[])`;
  return ids;
}

describe.each(backends)("recovery with the queue on %s", async (backend) => {
  async function setUp() {
    const service = await openTestService(6);
    const queue = await openQueueServer(backend, service, path);
    return { ...service, queue, shop: await openShop(service.database, 20) };
  }
  const prepared = setUp();
  // Awaited here, so that its clean-up is registered with this suite.
  await prepared;

  async function openRecovery(name: string, producer: Producer) {
    const { database } = await prepared;
    const { logger } = createTestLogger();
    return createRecovery(sale.class, name, {
      database,
      logger,
      enqueue: (queue, ids) => producer.add(queue, ids),
      hasRoom: async (queue) => (await producer.waitingCount(queue)) < waitingJobsMax,
      onSlice: () => undefined,
      isPaused: (queue) => producer.isPaused(queue),
    });
  }

  test("posts 5,000 pending sales of an emptied queue, more than a worker holds, without an operator", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const ids = await insertSales(database, shop, 5_000);
    const producer = await queue.open([saleStage.definition.noun]);
    for (let first = 0; first < ids.length; first += 200) await producer.add(sale.noun, ids.slice(first, first + 200));
    await queue.empty();
    expect(await producer.waitingCount(sale.noun)).toBe(0);
    await agePending(database);
    start(url, queue.url);
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(5_000);
    expect(await verifyBooks(database.sql)).toEqual([]);
  });

  test("posts every sale of a queue that is emptied while workers are busy", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const producer = await queue.open([saleStage.definition.noun]);
    start(url, queue.url);
    const ids = await insertSales(database, shop, 3_000);
    for (let first = 0; first < ids.length; first += 50) await producer.add(sale.noun, ids.slice(first, first + 50));
    await queue.empty();
    await agePending(database);
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(3_000);
    const [row] = await database.sql`select count(*)::int from ledger_entry where source_id = any(${ids}::uuid[])`;
    expect(row?.["count"]).toBe(3_000);
    expect(await verifyBooks(database.sql)).toEqual([]);
  });

  test("two workers at once, one of which stops in the middle, post every sale once", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const [leaver] = [start(url, queue.url), start(url, queue.url)];
    const ids = await insertSales(database, shop, 3_000);
    await agePending(database);
    await expect.poll(() => countCompleted(database, ids), waiting).toBeGreaterThan(0);
    await leaver?.stop();
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(3_000);
    const [row] = await database.sql`select count(*)::int from ledger_entry where source_id = any(${ids}::uuid[])`;
    expect(row?.["count"]).toBe(3_000);
  });

  test("a paused queue posts nothing and gets no jobs of recovery; resumed, it posts all, also those whose jobs were lost", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const { sql } = database;
    const producer = await queue.open([sale.noun, redemption.noun]);
    start(url, queue.url);
    const first = await insertSales(database, shop, 1);
    await producer.add(sale.noun, first);
    await expect.poll(() => countCompleted(database, first), waiting).toBe(1);

    await producer.setPaused(sale.noun, true);
    const ids = await insertSales(database, shop, 60);
    await producer.add(sale.noun, ids.slice(0, 20));
    await postponePending(sql, sale.class, ids.slice(40));
    await sql`update failing set next_at = clock_timestamp() - interval '1 second'`;
    await agePending(database);
    const recovery = await openRecovery(sale.noun, producer);
    for (let tick = 0; tick < 3; tick += 1) await recovery.tick();
    // Another queue goes on meanwhile.
    const others = await insertAll(database, redemption, [newRedemption("nobody", [{ reward: "none" }])]);
    await producer.add(redemption.noun, others);
    const pending = (className: string) => sql`select from pending where class = ${className}`;
    await expect.poll(() => pending(redemption.class), waiting).toHaveLength(0);
    expect(await producer.isPaused(sale.noun)).toBe(true);
    expect(await countCompleted(database, ids)).toBe(0);
    expect(await producer.waitingCount(sale.noun)).toBe(1);

    await producer.setPaused(sale.noun, false);
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(60);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("enqueues nothing while the oldest record changes, however old and deep the backlog", async () => {
    const { database, queue, shop } = await prepared;
    const name = freshKey("moving");
    const producer = await queue.open([name]);
    const recovery = await openRecovery(name, producer);
    const ids = await insertSales(database, shop, 10);
    await agePending(database);
    for (const id of ids) {
      await recovery.tick();
      await saleStage.process([id], (await prepared).deps);
    }
    await recovery.tick();
    expect(await producer.jobCounts(name)).toMatchObject({ waiting: 0, active: 0 });
  });

  test("leaves fresh records to the queue, even if the oldest stays the same", async () => {
    const { database, queue, shop, deps } = await prepared;
    const name = freshKey("fresh");
    const producer = await queue.open([name]);
    const recovery = await openRecovery(name, producer);
    const ids = await insertSales(database, shop, 10);
    await database.sql`update pending set since = clock_timestamp() + interval '1 minute'`;
    for (let tick = 0; tick < 3; tick += 1) await recovery.tick();
    expect(await producer.waitingCount(name)).toBe(0);
    await saleStage.process(ids, deps);
  });

  test("finds orphans of a gateway whose clock is an hour ahead while other sales come and go", async () => {
    const { database, queue, shop, deps } = await prepared;
    const { sql } = database;
    const name = freshKey("ahead");
    const producer = await queue.open([name]);
    const recovery = await openRecovery(name, producer);
    const ahead = (Date.now() + 3_600_000).toString(16).padStart(12, "0");
    const [orphan = ""] = await insertAll(database, sale, [
      { ...shop.newSale(0), id: `${ahead.slice(0, 8)}-${ahead.slice(8)}-7000-8000-000000000001` },
    ]);
    await agePending(database);
    for (let tick = 0; tick < 2; tick += 1) {
      // At each look there is another sale with a lower ID, which is being processed.
      const ids = await insertSales(database, shop, 1);
      await recovery.tick();
      await saleStage.process(ids, deps);
    }
    expect(await producer.waitingCount(name)).toBe(1);
    await saleStage.process([orphan], deps);
    expect(await sql`select from pending`).toHaveLength(0);
  });

  test("finds orphans before Postgres' clock, which stepped back, has caught up", async () => {
    const { database, queue, shop, deps } = await prepared;
    const name = freshKey("back");
    const producer = await queue.open([name]);
    const recovery = await openRecovery(name, producer);
    const ids = await insertSales(database, shop, 10);
    await database.sql`update pending set since = since + interval '1 hour'`;
    await recovery.tick();
    await agePending(database);
    await recovery.tick();
    expect(await producer.waitingCount(name)).toBe(1);
    await saleStage.process(ids, deps);
  });

  test("enqueues each overdue record once, in slices, each next slice only while few jobs wait", async () => {
    const { database, queue } = await prepared;
    const { sql } = database;
    const name = freshKey("slices");
    const producer = await queue.open([name]);
    const recovery = await openRecovery(name, producer);
    const count = 4 * sliceIdsMax + 5_000;
    onTestFinished(
      async () => void (await sql`delete from pending where id::text like '01900000-0000-7000-8000-0000%'`),
    );
    await sql`
      insert into pending (class, id, since)
      select ${sale.class}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, clock_timestamp() - interval '1 hour' from generate_series(1, ${count}) n`;
    const jobs: number[] = [];
    const tick = async () => {
      await recovery.tick();
      jobs.push(await producer.waitingCount(name));
    };
    for (let look = 0; look < 5; look += 1) await tick();
    // The first look finds the oldest, the second finds it again and fills the queue; the others find enough jobs.
    expect(jobs).toEqual([0, waitingJobsMax, waitingJobsMax, waitingJobsMax, waitingJobsMax]);
    await queue.empty();
    await tick();
    expect(jobs.at(-1)).toBe(5_000 / jobIdsMax);
    await sql`delete from pending where class = ${sale.class}`;
    await tick();
    expect(jobs.at(-1)).toBe(5_000 / jobIdsMax);
  });

  test("while the queue is unavailable a look rejects and nothing is lost; afterwards recovery continues by itself", async () => {
    const { database, queue, shop, deps } = await prepared;
    const proxy = await openProxy(queue.url);
    onTestFinished(() => proxy.shut());
    const name = freshKey("away");
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const producer = createProducer({ url: proxy.url, names: [name], logger: silent });
    onTestFinished(() => producer.close());
    const recovery = await openRecovery(name, producer);
    const ids = await insertSales(database, shop, 10);
    await agePending(database);
    const tickOutcome = () =>
      recovery.tick().then(
        () => "done",
        () => "away",
      );
    await expect.poll(tickOutcome, waiting).toBe("done");
    proxy.shut();
    await expect(recovery.tick()).rejects.toThrow();
    await expect(recovery.tick()).rejects.toThrow();
    await proxy.mend();
    await expect.poll(tickOutcome, waiting).toBe("done");
    await expect.poll(() => producer.waitingCount(name), waiting).toBe(1);
    await saleStage.process(ids, deps);
  });

  test.each(["cut", "freeze"] as const)(
    "a leader that cannot reach the queue (%s) gives up the lead, and another worker enqueues",
    async (harm) => {
      const { database, workerUrl: url, queue, shop } = await prepared;
      const proxy = await openProxy(queue.url);
      onTestFinished(() => proxy.shut());
      const leads = () => database.sql`select holder from lease where name = 'recovery' and until > clock_timestamp()`;
      // A leader of the tests before may have ended without giving up its lead.
      await expect.poll(leads, waiting).toHaveLength(0);
      const leader = start(url, proxy.url, { postsWithoutQueue: false });
      await expect.poll(leads, waiting).toHaveLength(1);
      const [{ holder } = {}] = await leads();
      start(url, queue.url);
      await proxy[harm]();
      const ids = await insertSales(database, shop, 50);
      await agePending(database);
      await expect.poll(() => countCompleted(database, ids), waiting).toBe(50);
      await expect.poll(async () => (await leads()).map((one) => one["holder"]), waiting).not.toContain(holder);
      expect(leader.counts.warn).toBeGreaterThan(0);
    },
  );

  test("while no worker reaches the queue, they post by themselves, but not what was paused", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const { sql } = database;
    const proxy = await openProxy(queue.url);
    onTestFinished(() => proxy.shut());
    const { stop } = start(url, proxy.url);
    start(url, proxy.url);
    const sales = await insertSales(database, shop, 700);
    await proxy.cut();
    await agePending(database);
    await expect.poll(() => countCompleted(database, sales), waiting).toBe(700);
    const unwoken = await insertUnwoken(database, shop, 3);
    await expect.poll(() => countCompleted(database, unwoken), waiting).toBe(3);

    await stop();
    await proxy.mend();
    const producer = await queue.open([sale.noun]);
    await producer.setPaused(sale.noun, true);
    const until = async () => {
      const [lead] = await sql`select extract(epoch from until) as until from lease where name = 'recovery'`;
      return Number(lead?.["until"]);
    };
    // Two whole ticks of the leader, each of which reads what is paused.
    for (let ticks = 0; ticks < 3; ticks += 1) {
      const before = await until();
      await expect.poll(until, waiting).toBeGreaterThan(before);
    }
    await proxy.cut();
    const paused = await insertSales(database, shop, 5);
    const segments = await insertAll(database, segment, [newSegment()]);
    await agePending(database);
    const left = () => sql`select from pending where id = any(${segments}::uuid[])`;
    await expect.poll(left, waiting).toHaveLength(0);
    expect(await countCompleted(database, paused)).toBe(0);
    await proxy.mend();
    await producer.setPaused(sale.noun, false);
    await expect.poll(() => countCompleted(database, paused), waiting).toBe(5);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("a worker that starts without its queue begins to work when the queue comes", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const proxy = await openProxy(queue.url);
    onTestFinished(() => proxy.shut());
    proxy.shut();
    const ids = await insertSales(database, shop, 100);
    await agePending(database);
    await database.sql`
      insert into pipeline_minute values (clock_timestamp() - interval '9 days', ${sale.class}, 1, 1, 1, 1, array[1])`;
    start(url, proxy.url, { postsWithoutQueue: false });
    const oldMinutes = () =>
      database.sql`select from pipeline_minute where minute < clock_timestamp() - interval '8 days'`;
    await expect.poll(async () => (await database.sql`select from pending`).length).toBe(100);
    await expect.poll(oldMinutes, waiting).toHaveLength(0);
    await proxy.mend();
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(100);
  });

  test("a poison record is retried by the leader, completes once fixed, and delays no other record", async () => {
    const { database, workerUrl: url, queue, shop } = await prepared;
    const { sql } = database;
    const ids = await insertSales(database, shop, 50);
    const poison = ids[20] as string;
    const [{ items } = {}] = await sql`select sale_items as items from sale where id = ${poison}`;
    await sql`update sale set sale_items = '{}' where id = ${poison}`;
    await agePending(database);
    start(url, queue.url);
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(49);
    await expect.poll(async () => (await sql`select id from failing`)[0]?.["id"], waiting).toBe(poison);
    await sql`update sale set sale_items = ${sql.json(items)} where id = ${poison}`;
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(50);
    expect(await sql`select from failing`).toHaveLength(0);
  });

  test("the sweep wakes and enqueues waiting sales whose member and store exist", async () => {
    const { database, queue, shop, deps } = await prepared;
    const { sql } = database;
    const producer = await queue.open([sale.noun]);
    const { logger, counts } = createTestLogger();
    const sweep = createAwaitingSweep({
      database,
      logger,
      enqueue: (name, ids) => producer.add(name, ids),
      hasRoom: async (name) => (await producer.waitingCount(name)) < waitingJobsMax,
      onSlice: () => undefined,
      isPaused: (name) => producer.isPaused(name),
    });
    const waitingBefore = await producer.waitingCount(sale.noun);
    const unknown = times(5, () => newSale({ member: freshKey("nobody"), store: shop.store, product: shop.product }));
    const unknownIds = await insertAll(database, sale, unknown);
    await saleStage.process(unknownIds, deps);
    const ids = await insertUnwoken(database, shop, jobIdsMax + 1);
    await sweep.tick();
    expect((await producer.waitingCount(sale.noun)) - waitingBefore).toBe(2);
    expect(await sql`select from pending where id = any(${ids}::uuid[])`).toHaveLength(jobIdsMax + 1);
    expect(await sql`select from awaiting`).toHaveLength(5);
    expect(counts.warn).toBe(1);
    await sweep.tick();
    expect((await producer.waitingCount(sale.noun)) - waitingBefore).toBe(2);
    await saleStage.process(ids, deps);
  });

  test("enqueues due failing records in jobs of at most jobIdsMax, and their sales complete", async () => {
    const { database, queue, shop, deps } = await prepared;
    const { sql } = database;
    const ids = await insertSales(database, shop, 2 * jobIdsMax + 1);
    await sql`
      insert into failing (class, id, attempts, error, next_at)
      select ${sale.class}, id, 1, 'planted', clock_timestamp() from unnest(${ids}::uuid[]) as r(id)`;
    const producer = await queue.open([sale.noun]);
    const waitingBefore = await producer.waitingCount(sale.noun);
    await (await openRecovery(sale.noun, producer)).tick();
    expect((await producer.waitingCount(sale.noun)) - waitingBefore).toBe(3);
    await saleStage.process(ids, deps);
    expect(await countCompleted(database, ids)).toBe(ids.length);
    expect(await sql`select from failing where id = any(${ids}::uuid[])`).toHaveLength(0);
  });

  test("after all of this the books add up", async () => {
    const { database } = await prepared;
    expect(await verifyBooks(database.sql)).toEqual([]);
  });
});
