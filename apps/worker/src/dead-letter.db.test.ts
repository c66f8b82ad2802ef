import { attemptsMax, type Database, openDatabase, takeDueFailing } from "@rewards/db";
import { formatId, redemption, sale, segment } from "@rewards/domain";
import { discardDeadLetter, replayDeadLetter, verifyBooks } from "@rewards/operations";
import { describe, expect, onTestFinished, test } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { newRedemption, newSegment, times } from "../../../test/src/records.ts";
import {
  countCompleted,
  createTestLogger,
  findBackends,
  insertAll,
  insertSales,
  openQueueServer,
  openShop,
  openTestService,
} from "../../../test/src/service.ts";
import { processBatch } from "./batch.ts";

import { redemptionStage, type Stage, type StageJob, saleStage, segmentStage } from "./stages.ts";
import { startWorker } from "./worker.ts";

const service = await openTestService(8);
const { database, deps, workerUrl: url } = service;
const { sql } = database;
const { signal } = new AbortController();
const shop = await openShop(database, 7);

/** Adds a constraint that refuses to complete this sale, and no other. */
async function poison(id: string): Promise<{ cure(): Promise<void> }> {
  const name = `poison_${id.replaceAll("-", "_")}`;
  await sql.unsafe(`alter table ledger_entry add constraint ${name} check (source_id <> '${id}')`);
  return { cure: async () => void (await sql.unsafe(`alter table ledger_entry drop constraint ${name}`)) };
}

const keyOfSale = async (id: string) => (await sql`select external_id from sale where id = ${id}`)[0]?.["external_id"];

const lettersOf = async (ids: readonly string[]) => [
  ...(await sql`select * from dead_letter where id = any(${[...ids]}::uuid[]) order by id`),
];
const attemptsOf = async (ids: readonly string[]) => {
  const rows = await sql`select attempts from failing where id = any(${[...ids]}::uuid[])`;
  return rows.map((row) => row["attempts"]);
};

async function run(stage: Stage, jobs: readonly StageJob[]) {
  const { logger, errors } = createTestLogger();
  await processBatch({ stage, deps, logger, signal }, jobs);
  return errors;
}

/** Skips the wait for the next attempt, and makes the attempt as a job with this ID. */
async function retry(stage: Stage, job: string) {
  await sql`update failing set next_at = clock_timestamp() - interval '1 second'`;
  return run(stage, [{ id: job, ids: await takeDueFailing(sql, stage.definition.class, 1_000) }]);
}

describe("a poison sale in a good batch of 300", () => {
  test("fails alone, becomes a dead letter with its last attempt, and completes once when replayed after a fix", async () => {
    const ids = await insertSales(database, shop, 300);
    const bad = ids[123] as string;
    await sql`update sale set request_id = ${`request-${bad}`} where id = ${bad}`;
    const { cure } = await poison(bad);
    const jobs = times(3, (index) => ({ id: `job-${index}`, ids: ids.slice(index * 100, index * 100 + 100) }));
    expect((await run(saleStage, jobs)).map(({ message }) => message)).toEqual(["record failed and was set aside"]);
    expect(await countCompleted(database, ids)).toBe(299);
    for (let attempt = 2; attempt < attemptsMax; attempt += 1) {
      expect(await retry(saleStage, `retry-${attempt}`)).toHaveLength(1);
      expect([await attemptsOf([bad]), await lettersOf(ids)]).toEqual([[attempt], []]);
    }
    const errors = await retry(saleStage, "the-last");
    expect(errors.map(({ message }) => message)).toEqual([
      "record failed and was set aside",
      "record became a dead letter",
    ]);
    const [letter, ...more] = await lettersOf(ids);
    expect([letter, more]).toEqual([
      {
        class: "SaleCase",
        id: bad,
        reason: "Error_Record_Refused",
        error: expect.stringContaining("poison_"),
        attempts: attemptsMax,
        first_at: expect.any(Date),
        last_at: expect.any(Date),
        job: "the-last",
        trace: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      [],
    ]);
    const { trace, job, reason } = letter as Record<string, unknown>;
    const named = { id: formatId(sale.idPrefix, bad), externalId: await keyOfSale(bad), requestId: `request-${bad}` };
    for (const { fields } of errors) expect(fields).toMatchObject({ class: "SaleCase", ...named, trace, job, reason });
    expect(await sql`select status, version from sale where id = ${bad}`).toMatchObject([
      { status: sale.initial, version: 1 },
    ]);
    expect(await verifyBooks(sql)).toEqual([]);

    await cure();
    await replayDeadLetter(sql, sale, bad, { author: { actor: "ann" }, isEnqueued: false });
    await retry(saleStage, "replayed");
    await run(saleStage, [{ id: "twice", ids: [bad] }]);
    expect(await sql`select from ledger_entry where source_id = ${bad}`).toHaveLength(1);
    expect([await countCompleted(database, ids), await lettersOf(ids), await attemptsOf(ids)]).toEqual([300, [], []]);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("in two jobs names both, and no job that did not contain it", async () => {
    const ids = await insertSales(database, shop, 3);
    const [bad = ""] = ids;
    const { cure } = await poison(bad);
    const { logger } = createTestLogger();
    const jobs = [
      { id: "a", ids: [bad] },
      { id: "b", ids: ids.slice(1) },
      { id: "c", ids },
    ];
    await processBatch({ stage: saleStage, deps: { ...deps, attemptsMax: 1 }, logger, signal }, jobs);
    expect(await lettersOf(ids)).toMatchObject([{ id: bad, job: "a c", attempts: 1 }]);
    await cure();
    await discardDeadLetter(sql, sale, bad, { author: { actor: "ann" }, reason: "test" });
  });
});

describe("the reason of a dead letter", () => {
  async function failWith(error: unknown) {
    const [id = ""] = await insertAll(database, segment, [newSegment()]);
    const stage: Stage = { ...segmentStage, process: () => Promise.reject(error) };
    const { logger } = createTestLogger();
    await processBatch({ stage, deps: { ...deps, attemptsMax: 1 }, logger, signal }, [{ id: "1", ids: [id] }]);
    const [letter] = await lettersOf([id]);
    await discardDeadLetter(sql, segment, id, { author: { actor: "ann" }, reason: "test" });
    return letter;
  }
  const failureOf = (statement: string) => sql.unsafe(statement).catch((error: unknown) => error);

  test.each([
    ["a value that Postgres refuses", "select 1/0", "Error_Record_Refused", "division by zero"],
    ["a missing table", "select from nowhere", "Error_Statement_Refused", 'relation "nowhere" does not exist'],
  ])("identifies %s", async (_, statement, reason, error) => {
    expect(await failWith(await failureOf(statement))).toMatchObject({ reason, error });
  });

  test("identifies a bug in the program", async () => {
    expect(await failWith(new TypeError("items is not a list"))).toMatchObject({
      reason: "Error_Processing_Failed",
      error: "items is not a list",
    });
    expect(await failWith("text")).toMatchObject({ reason: "Error_Processing_Failed", error: "text" });
  });

  test("comes with the error in one line of bounded length, and with no password", async () => {
    const error = `cannot use postgres://ann:pa55word@db/rewards\n\u001b[31m\0${"x".repeat(1_000)}`;
    const letter = await failWith(new Error(error));
    expect(letter?.["error"]).toMatch(/^cannot use postgres:\/\/db\/rewards \[31m x+$/);
    expect(letter?.["error"]).toHaveLength(500);
  });
});

test("a redemption and a segment become dead letters too, and continue when replayed", async () => {
  const asked = newRedemption(shop.members[0] as string, [{ reward: "none" }]);
  const [badRedemption = ""] = await insertAll(database, redemption, [asked]);
  const [badSegment = ""] = await insertAll(database, segment, [newSegment()]);
  await sql`update redemption set redemption_items = '{}' where id = ${badRedemption}`;
  await sql.unsafe(`alter table segment add constraint stuck check (id <> '${badSegment}' or status <> 'Open-Active')`);
  const { logger } = createTestLogger();
  const common = { deps: { ...deps, attemptsMax: 1 }, logger, signal };
  await processBatch({ ...common, stage: redemptionStage }, [{ id: "1", ids: [badRedemption] }]);
  await processBatch({ ...common, stage: segmentStage }, [{ id: "2", ids: [badSegment] }]);
  expect(await lettersOf([badRedemption, badSegment])).toMatchObject([
    { class: "RedemptionCase", reason: "Error_Processing_Failed" },
    { class: "SegmentCase", reason: "Error_Record_Refused" },
  ]);
  await sql`update redemption set redemption_items = ${sql.json(asked.content["RedemptionItems"] as never)} where id = ${badRedemption}`;
  await sql`alter table segment drop constraint stuck`;
  await replayDeadLetter(sql, redemption, badRedemption, { author: { actor: "ann" }, isEnqueued: false });
  await replayDeadLetter(sql, segment, badSegment, { author: { actor: "ann" }, isEnqueued: false });
  await retry(redemptionStage, "3");
  await retry(segmentStage, "4");
  expect(await sql`select status from redemption where id = ${badRedemption}`).toMatchObject([
    { status: "Resolved-Rejected" },
  ]);
  expect(await sql`select status from segment where id = ${badSegment}`).toMatchObject([{ status: "Open-Active" }]);
});

describe("infrastructure that fails makes no dead letter and counts no attempt:", () => {
  const away = new URL(url);
  away.pathname = "/no_such_database";
  const stranger = new URL(url);
  stranger.username = "no_such_user";

  test.each([
    ["a server that does not exist", "postgres://postgres@127.0.0.1:1/none"],
    ["a database that is being restored", away.href],
    ["a user that was removed", stranger.href],
  ])("%s", async (_, broken) => {
    const ids = await insertSales(database, shop, 4);
    const pool = openDatabase({ url: broken, name: "broken", poolMax: 1, viewPoolMax: 1 });
    onTestFinished(() => pool.close());
    const stop = new AbortController();
    const { logger, counts } = createTestLogger();
    let tries = 0;
    const stage: Stage = {
      ...saleStage,
      process: async (given, givenDeps) => {
        tries += 1;
        if (tries === 4) stop.abort(new Error("stopping"));
        return saleStage.process(given, givenDeps);
      },
    };
    const broke = { stage, deps: { ...deps, database: pool, attemptsMax: 1 }, logger, signal: stop.signal };
    await expect(processBatch(broke, [{ id: "1", ids }])).rejects.toThrow();
    expect([tries, counts.error, await attemptsOf(ids), await lettersOf(ids)]).toEqual([4, 0, [], []]);
    await run(saleStage, [{ id: "2", ids }]);
    expect(await countCompleted(database, ids)).toBe(4);
  });

  test("Postgres that becomes unavailable between an attempt and its count", async () => {
    const [id = ""] = await insertSales(database, shop, 1);
    const proxy = await openProxy(url);
    const pool = openDatabase({ url: proxy.url, name: "cut", poolMax: 1, viewPoolMax: 1 });
    onTestFinished(async () => {
      await pool.close();
      proxy.shut();
    });
    const { logger } = createTestLogger();
    const stage: Stage = {
      ...saleStage,
      process: async () => {
        proxy.shut();
        throw new Error("the sale's own");
      },
    };
    const cut = { stage, deps: { ...deps, database: pool as Database, attemptsMax: 1 }, logger, signal };
    await expect(processBatch(cut, [{ id: "1", ids: [id] }])).rejects.toThrow();
    expect([await attemptsOf([id]), await lettersOf([id])]).toEqual([[], []]);
    await run(saleStage, [{ id: "2", ids: [id] }]);
  });
});

describe.each(await findBackends(process.env["PATH"]))("a worker with the queue on %s", async (backend) => {
  const queue = await openQueueServer(backend, service, process.env["PATH"]);
  const waiting = { timeout: 240_000, interval: 50 };

  function start(queueUrl: string) {
    const { logger, counts } = createTestLogger();
    const steps: (() => Promise<void>)[] = [];
    startWorker(
      {
        databaseUrl: url,
        databasePoolMax: 4,
        queueUrl,
        logger,
        recoveryEveryMs: 100,
        attemptsMax: 3,
        postsWithoutQueue: false,
      },
      { add: (_, step) => void steps.push(() => step(9_000)) },
    );
    onTestFinished(async () => {
      for (const step of steps) await step();
    });
    return counts;
  }

  test("takes a poison sale from its job to its dead letter by itself, and completes it when it is replayed", async () => {
    const ids = await insertSales(database, shop, 30);
    const bad = ids[7] as string;
    const { cure } = await poison(bad);
    await (await queue.open([sale.noun])).add(sale.noun, ids);
    start(queue.url);
    await expect
      .poll(() => lettersOf(ids), waiting)
      .toMatchObject([{ id: bad, attempts: 3, job: expect.stringMatching(/\S/) }]);
    expect(await countCompleted(database, ids)).toBe(29);
    await cure();
    await replayDeadLetter(sql, sale, bad, { author: { actor: "ann" }, isEnqueued: false });
    await expect.poll(() => countCompleted(database, ids), waiting).toBe(30);
    expect(await sql`select from ledger_entry where source_id = ${bad}`).toHaveLength(1);
  });

  test("whose queue is unavailable for long counts no attempt of a failing sale, and continues when it is back", async () => {
    const [id = ""] = await insertSales(database, shop, 1);
    const { cure } = await poison(id);
    await run(saleStage, [{ id: "1", ids: [id] }]);
    await run(saleStage, [{ id: "2", ids: [id] }]);
    const proxy = await openProxy(queue.url);
    proxy.shut();
    onTestFinished(() => proxy.shut());
    const counts = start(proxy.url);
    await expect
      .poll(async () => {
        await sql`update failing set next_at = clock_timestamp() - interval '1 second' where id = ${id}`;
        return counts.warn;
      }, waiting)
      .toBeGreaterThan(3);
    expect([await attemptsOf([id]), await lettersOf([id])]).toEqual([[2], []]);
    await cure();
    await proxy.mend();
    await expect
      .poll(async () => {
        await sql`update failing set next_at = clock_timestamp() where id = ${id}`;
        return countCompleted(database, [id]);
      }, waiting)
      .toBe(1);
    expect(await lettersOf([id])).toEqual([]);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
