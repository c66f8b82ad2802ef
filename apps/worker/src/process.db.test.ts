import { type Database, openDatabase, runAction, takeDueFailing } from "@rewards/db";
import { type ActionDefinition, actions, redemption, sale, segment } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { describe, expect, test } from "vitest";
import { newRedemption, newSegment, times } from "../../../test/src/records.ts";
import { createTestLogger, insertAll, insertSales, openShop, openTestService } from "../../../test/src/service.ts";
import { processBatch } from "./batch.ts";
import { createStageBatcher } from "./process.ts";

import { redemptionStage, type Stage, saleStage, segmentStage } from "./stages.ts";

const service = await openTestService(8);
const { database, deps } = service;
const { sql } = database;
const { signal } = new AbortController();
const shop = await openShop(database, 7);

async function process(stage: Stage, ids: readonly string[]): Promise<number> {
  const { counts, logger } = createTestLogger();
  await processBatch({ stage, deps, logger, signal }, [{ id: "1", ids }]);
  return counts.error;
}

async function statusesOf(noun: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<
    { id: string; status: string }[]
  >`select id, status from ${sql(noun)} where id = any(${[...ids]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row.status]));
  return ids.map((id) => byId.get(id) ?? "none");
}

async function failingOf(className: string) {
  return [
    ...(await sql<
      { id: string; attempts: number; error: string }[]
    >`select id, attempts, error from failing where class = ${className} order by id`),
  ];
}

/** Makes every failing record due, and processes them. */
async function retryFailing(stage: Stage): Promise<string[]> {
  await sql`update failing set next_at = clock_timestamp() - interval '1 second'`;
  const due = await takeDueFailing(sql, stage.definition.class, 100);
  await process(stage, due);
  return due;
}

describe("a poison record", () => {
  test.each([
    { name: "whose items are corrupt", count: 100, poisoned: [0] },
    { name: "whose items are corrupt", count: 100, poisoned: [99, 17] },
    { name: "without others", count: 1, poisoned: [0] },
  ])("$name fails alone of $count, at $poisoned, and completes once it is fixed", async ({ count, poisoned }) => {
    const ids = await insertSales(database, shop, count);
    const bad = poisoned.map((index) => ids[index] as string).sort();
    const [{ items } = {}] = await sql`select sale_items as items from sale where id = ${ids[0] as string}`;
    await sql`update sale set sale_items = '{"not": "a list"}' where id = any(${bad}::uuid[])`;
    expect(await process(saleStage, ids)).toBe(bad.length);
    expect((await failingOf(sale.class)).map((row) => row.id)).toEqual(bad);
    expect(await statusesOf("sale", ids)).toEqual(
      ids.map((id) => (bad.includes(id) ? sale.initial : "Resolved-Completed")),
    );
    expect(await retryFailing(saleStage)).toHaveLength(bad.length);
    expect((await failingOf(sale.class)).map((row) => row.attempts)).toEqual(bad.map(() => 2));
    await sql`update sale set sale_items = ${sql.json(items)} where id = any(${bad}::uuid[])`;
    await retryFailing(saleStage);
    expect(await statusesOf("sale", bad)).toEqual(bad.map(() => "Resolved-Completed"));
    expect(await failingOf(sale.class)).toEqual([]);
  });

  test("that the database refuses fails alone, with the reason, and completes once the database accepts it", async () => {
    const ids = await insertSales(database, shop, 60);
    const bad = ids[31] as string;
    await sql`update sale set sale_items = jsonb_set(sale_items, '{0,TotalAmount}', '666') where id = ${bad}`;
    await sql`alter table ledger_entry add constraint unlucky check (currency_awarded <> 666)`;
    await process(saleStage, ids);
    expect(await failingOf(sale.class)).toMatchObject([
      { id: bad, attempts: 1, error: expect.stringContaining("unlucky") },
    ]);
    expect((await statusesOf("sale", ids)).filter((status) => status === "Resolved-Completed")).toHaveLength(59);
    await sql`alter table ledger_entry drop constraint unlucky`;
    await retryFailing(saleStage);
    expect(await statusesOf("sale", [bad])).toEqual(["Resolved-Completed"]);
  });

  test("among redemptions and among segments fails alone too", async () => {
    const asked = times(20, () => newRedemption(shop.members[0] as string, [{ reward: "none" }]));
    const named = times(20, () => newSegment());
    const redemptions = await insertAll(database, redemption, asked);
    const segments = await insertAll(database, segment, named);
    const [badRedemption = "", badSegment = ""] = [redemptions[7], segments[11]];
    await sql`update redemption set redemption_items = '{}' where id = ${badRedemption}`;
    await sql.unsafe(
      `alter table segment add constraint stuck check (id <> '${badSegment}' or status <> 'Open-Active')`,
    );
    await process(redemptionStage, redemptions);
    await process(segmentStage, segments);
    expect((await failingOf(redemption.class)).map((row) => row.id)).toEqual([badRedemption]);
    expect((await failingOf(segment.class)).map((row) => row.id)).toEqual([badSegment]);
    expect(
      (await statusesOf("redemption", redemptions)).filter((status) => status === "Resolved-Rejected"),
    ).toHaveLength(19);
    expect((await statusesOf("segment", segments)).filter((status) => status === "Open-Active")).toHaveLength(19);
    await sql`update redemption set redemption_items = ${sql.json(asked[0]?.content["RedemptionItems"] as never)} where id = ${badRedemption}`;
    await sql`alter table segment drop constraint stuck`;
    await retryFailing(redemptionStage);
    await retryFailing(segmentStage);
    expect(await statusesOf("redemption", [badRedemption])).toEqual(["Resolved-Rejected"]);
    expect(await statusesOf("segment", [badSegment])).toEqual(["Open-Active"]);
    expect(await sql`select from failing`).toHaveLength(0);
  });
});

describe("segments", () => {
  test("open, and one that was marked inactive meanwhile stays so and leaves pending", async () => {
    const ids = await insertAll(
      database,
      segment,
      times(3, () => newSegment()),
    );
    const inactive = ids[1] as string;
    const markInactive = actions.find(({ name }) => name === "MarkAsInactive") as ActionDefinition;
    await runAction(sql, markInactive, { id: inactive, content: undefined, user: "api" });
    // As if the action came between the load of a batch and its end.
    await sql`insert into pending (class, id) values ('SegmentCase', ${inactive})`;
    await process(segmentStage, ids);
    expect(await statusesOf("segment", ids)).toEqual(["Open-Active", "Resolved-Inactive", "Open-Active"]);
    expect(await sql`select from pending where class = ${segment.class}`).toHaveLength(0);
  });
});

/** Holds a transaction for longer than its session may, as a process does that computes for long. */
async function outlastTransaction({ sql: own }: Database): Promise<void> {
  await own.begin(async (tx) => {
    const [{ pid } = {}] = await tx`
      select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '1', true)`;
    const sessions = () => sql`select from pg_stat_activity where pid = ${pid as number}`;
    await expect.poll(sessions, { interval: 5 }).toHaveLength(0);
    await tx`select 1`;
  });
}

async function outlastStatement({ sql: own }: Database): Promise<void> {
  await own.begin(async (tx) => {
    await tx`set local statement_timeout = 1`;
    await tx`select pg_sleep(60)`;
  });
}

describe("when Postgres becomes unavailable", () => {
  /** Ends the sessions of a pool repeatedly, each time one is seen inside a transaction. */
  async function breakSessions(name: string, timesMax: number, isDone: () => boolean): Promise<number> {
    let broken = 0;
    while (!isDone() && broken < timesMax) {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${name} and datname = current_database() and xact_start is not null`;
      broken += ended.length;
    }
    return broken;
  }

  async function withPool<T>(name: string, run: (pool: Database) => Promise<T>): Promise<T> {
    const pool = openDatabase({ url: service.workerUrl, name, poolMax: 4, viewPoolMax: 1 });
    try {
      return await run(pool);
    } finally {
      await pool.close();
    }
  }

  test("in the middle of batches, repeatedly, nothing is lost, doubled or set aside", async () => {
    const ids = await insertSales(database, shop, 2_000);
    const broken = await withPool("worker-broken", async (pool) => {
      const { logger } = createTestLogger();
      let isDone = false;
      const lanes = times(4, async (lane) => {
        for (let start = lane * 50; start < ids.length; start += 200)
          await processBatch({ stage: saleStage, deps: { ...deps, database: pool }, logger, signal }, [
            { id: String(start), ids: ids.slice(start, start + 50) },
          ]);
      });
      const breaking = breakSessions("worker-broken", 60, () => isDone);
      await Promise.all(lanes);
      isDone = true;
      return breaking;
    });
    expect(broken).toBeGreaterThan(0);
    // On a slow machine the lanes may wait too long for each other's members. What they postpone counts no attempt.
    expect((await failingOf(sale.class)).filter(({ attempts }) => attempts > 0)).toEqual([]);
    while ((await retryFailing(saleStage)).length > 0);
    expect(new Set(await statusesOf("sale", ids))).toEqual(new Set(["Resolved-Completed"]));
    const [row] =
      await sql`select count(*)::int, count(distinct source_id)::int as sources from ledger_entry where source_id = any(${ids}::uuid[])`;
    expect(row).toEqual({ count: 2_000, sources: 2_000 });
    expect(await sql`select from failing`).toHaveLength(0);
    expect(await sql`select from dead_letter`).toHaveLength(0);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("each time that a batch holds its transaction for long, the batch is halved until it is fast enough", async () => {
    const ids = await insertSales(database, shop, 20);
    const sizes: number[] = [];
    const slow: Stage = {
      ...saleStage,
      async process(given, given2) {
        sizes.push(given.length);
        if (given.length > 5) await outlastTransaction(database);
        return saleStage.process(given, given2);
      },
    };
    const { counts, logger } = createTestLogger();
    await processBatch({ stage: slow, deps, logger, signal }, [{ id: "1", ids }]);
    expect(sizes).toEqual([20, 20, 20, 10, 10, 10, 5, 5, 10, 10, 10, 5, 5]);
    expect(counts.error).toBe(0);
    expect(new Set(await statusesOf("sale", ids))).toEqual(new Set(["Resolved-Completed"]));
    expect(await sql`select from failing`).toHaveLength(0);
  });

  test("a single record is tried until Postgres is back: a closed connection is no sign that the record is slow", async () => {
    const [id = ""] = await insertSales(database, shop, 1);
    let tries = 0;
    const closing: Stage = {
      ...saleStage,
      async process(given, given2) {
        tries += 1;
        if (tries <= 4) throw Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
        return saleStage.process(given, given2);
      },
    };
    const { counts, logger } = createTestLogger();
    const outcome = await processBatch({ stage: closing, deps, logger, signal }, [{ id: "1", ids: [id] }]);
    expect(outcome).toEqual({ records: 1, posted: 1, rejected: 0, retried: 0 });
    expect([tries, counts.error]).toEqual([5, 0]);
    expect(await failingOf(sale.class)).toEqual([]);
  });

  test("a record whose statement always takes too long is postponed, and others go on", async () => {
    const [slowId = "", ...others] = await insertSales(database, shop, 4);
    const slow: Stage = {
      ...saleStage,
      async process(given, given2) {
        if (given.includes(slowId)) await outlastStatement(database);
        return saleStage.process(given, given2);
      },
    };
    const { counts, logger } = createTestLogger();
    await processBatch({ stage: slow, deps, logger, signal }, [{ id: "1", ids: [slowId, ...others] }]);
    expect(counts.error).toBe(0);
    expect(await statusesOf("sale", [slowId, ...others])).toEqual([
      sale.initial,
      ...others.map(() => "Resolved-Completed"),
    ]);
    expect(await failingOf(sale.class)).toMatchObject([{ id: slowId, attempts: 0 }]);
    expect(await retryFailing(saleStage)).toEqual([slowId]);
    expect(await statusesOf("sale", [slowId])).toEqual(["Resolved-Completed"]);
  });

  test("for good, a worker that stops abandons its batch and leaves it pending", async () => {
    const ids = await insertSales(database, shop, 5);
    const away = openDatabase({
      url: "postgres://postgres@127.0.0.1:1/none",
      name: "away",
      poolMax: 1,
      viewPoolMax: 1,
    });
    const stop = new AbortController();
    const { counts, logger } = createTestLogger();
    let tries = 0;
    const counted: Stage = {
      ...saleStage,
      process: (given, given2) => {
        tries += 1;
        if (tries === 3) stop.abort(new Error("stopping"));
        return saleStage.process(given, given2);
      },
    };
    const run = { stage: counted, deps: { ...deps, database: away }, logger, signal: stop.signal };
    await expect(processBatch(run, [{ id: "1", ids }])).rejects.toThrow();
    expect([tries, counts.error]).toEqual([3, 0]);
    await away.close();
    expect(await sql`select from pending where id = any(${ids}::uuid[])`).toHaveLength(5);
    await process(saleStage, ids);
  });
});

describe("the batcher of a stage", () => {
  test("merges jobs into batches of at most rowsMax sales, and each job is done when its sales are", async () => {
    const ids = await insertSales(database, shop, 900);
    const sizes: number[] = [];
    const watched: Stage = {
      ...saleStage,
      process: (given, given2) => {
        sizes.push(given.length);
        return saleStage.process(given, given2);
      },
    };
    const batcher = createStageBatcher({ stage: watched, deps, logger: createTestLogger().logger, signal });
    await Promise.all(
      times(45, async (job) => {
        const own = ids.slice(job * 20, job * 20 + 20);
        await batcher.add({ id: String(job), ids: own });
        expect(new Set(await statusesOf("sale", own))).toEqual(new Set(["Resolved-Completed"]));
      }),
    );
    expect(sizes.length).toBeLessThan(45);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(saleStage.rowsMax);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(900);
  });

  test("a job returns what became of its batch, for people who look at the queue", async () => {
    const ids = await insertSales(database, shop, 5);
    const bad = ids[1] as string;
    await sql`update sale set sale_items = jsonb_build_object('was', sale_items) where id = ${bad}`;
    const batcher = createStageBatcher({ stage: saleStage, deps, logger: createTestLogger().logger, signal });
    const returned = await Promise.all([
      batcher.add({ id: "1", ids: ids.slice(0, 3) }),
      batcher.add({ id: "2", ids: ids.slice(2) }),
    ]);
    const value = { sales: 5, posted: 4, rejected: 0, retried: 1 };
    expect(returned).toEqual([value, value]);
    const again = await batcher.add({ id: "3", ids: ids.slice(2) });
    expect(again).toEqual({ sales: 3, posted: 0, rejected: 0, retried: 0 });
    await sql`update sale set sale_items = sale_items->'was' where id = ${bad}`;
    await batcher.add({ id: "4", ids: [bad] });
  });

  test("processes an ID that two jobs contain once", async () => {
    const ids = await insertSales(database, shop, 10);
    const batcher = createStageBatcher({ stage: saleStage, deps, logger: createTestLogger().logger, signal });
    await Promise.all(times(20, (job) => batcher.add({ id: String(job), ids })));
    const [row] = await sql`select count(*)::int from ledger_entry where source_id = any(${ids}::uuid[])`;
    expect(row?.["count"]).toBe(10);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
