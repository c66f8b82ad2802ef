import { beforeAllPending, type Database, readOverdue } from "@rewards/db";
import { sale } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { afterAll, expect, test } from "vitest";
import { freshKey, newId, newSale, times } from "../../../test/src/records.ts";
import {
  agePending,
  countCompleted,
  createTestLogger,
  insertAll,
  insertSales,
  openShop,
  openTestService,
} from "../../../test/src/service.ts";
import { openBatch, postponeDeferred } from "./batch.ts";
import { createLane } from "./lane.ts";
import { createPatience } from "./patience.ts";
import { createStageBatcher } from "./process.ts";
import { createRecovery } from "./recover.ts";
import { type Stage, saleStage } from "./stages.ts";

const service = await openTestService(8);
const { database, deps } = service;
const { sql } = database;
const shop = await openShop(database, 2);
const { logger } = createTestLogger();
const { signal } = new AbortController();
/** More lines than a batch takes. */
const linesOfReturn = 201;

/** A posted sale of many units. */
async function sold(): Promise<string> {
  const externalId = freshKey("sold");
  const items = [{ ProductCode: shop.product, Quantity: 10_000, TotalAmount: 10_000 }];
  const ids = await insertAll(database, sale, [saleOf(items, externalId)]);
  await saleStage.process(ids, deps);
  return externalId;
}
const saleOf = (items: readonly object[], externalId = freshKey("sale")) =>
  newSale({
    ...{ member: shop.members[0] as string, store: shop.store, product: "", externalId },
    more: { SaleItems: items },
  });
const back = (original: string) =>
  saleOf(
    times(linesOfReturn, () => ({
      ...{ ProductCode: shop.product, Quantity: -1, TotalAmount: -1, OriginalSaleExternalID: original },
    })),
  );

/** Inserts returns that cost too much for a batch. */
async function insertReturns(count: number): Promise<string[]> {
  const original = await sold();
  return insertAll(
    database,
    sale,
    times(count, () => back(original)),
  );
}

/** A stage that calls `onWay` whenever its lane gives way. */
function watchLane(onWay: () => Promise<void>) {
  const taken: (readonly string[])[] = [];
  const stage: Stage = {
    ...saleStage,
    async process(ids, given, locks) {
      const { lane } = given;
      if (!lane) return saleStage.process(ids, given, locks);
      taken.push(ids);
      await onWay();
      const giveWay = () => onWay().then(lane.giveWay);
      return saleStage.process(ids, { ...given, lane: { ...lane, giveWay } }, locks);
    },
  };
  return { stage, taken };
}

const failing = async () => [...(await sql`select id, attempts, error from failing order by id`)];
const waitsForTurn = (id: string | undefined) => ({ id, attempts: 0, error: expect.stringContaining("its turn") });
/** How many units came back with these returns, each of which has one entry. */
async function unitsOf(ids: readonly string[]) {
  const [row] = await sql`
    select (select sum(quantity)::int from sale_return where return_id = any(${[...ids]}::uuid[])) as units,
      (select count(*)::int from ledger_entry where source_id = any(${[...ids]}::uuid[])) as entries`;
  return row;
}
const allUnits = (returns: number) => ({ units: returns * linesOfReturn, entries: returns });

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("a sale that comes with returns of many lines is posted before them, and so is one that comes later", async () => {
  const returns = await insertReturns(3);
  const [early = "", late = ""] = await insertSales(database, shop, 2);
  const { opened, open } = gate();
  const { stage } = watchLane(() => opened);
  const batcher = createStageBatcher({ stage, deps, logger, signal });
  expect(await batcher.add({ id: "1", ids: [...returns, early] })).toEqual({
    ...{ sales: 4, posted: 1, rejected: 0, retried: 3 },
  });
  await batcher.add({ id: "2", ids: [late] });
  expect([await countCompleted(database, [early, late]), await countCompleted(database, returns)]).toEqual([2, 0]);
  expect(await failing()).toEqual(returns.toSorted().map(waitsForTurn));
  open();
  await batcher.drain();
  expect(await countCompleted(database, returns)).toBe(3);
  expect([await failing(), await unitsOf(returns)]).toEqual([[], allUnits(3)]);
});

test("a sale that comes while the lane works is posted between two of its returns", async () => {
  const returns = await insertReturns(2);
  const seen: number[] = [];
  const { stage } = watchLane(async () => {
    const ids = await insertSales(database, shop, 1);
    await batcher.add({ id: "between", ids });
    expect(await countCompleted(database, ids)).toBe(1);
    seen.push(await countCompleted(database, returns));
  });
  const batcher = createStageBatcher({ stage, deps, logger, signal });
  await batcher.add({ id: "1", ids: returns });
  await batcher.drain();
  expect(seen).toEqual([0, 1]);
  expect(await countCompleted(database, returns)).toBe(2);
});

test("recovery does not enqueue what waits for its turn, and a job that brings it again does not repeat it", async () => {
  const returns = await insertReturns(2);
  const { opened, open } = gate();
  const { stage, taken } = watchLane(() => opened);
  const batcher = createStageBatcher({ stage, deps, logger, signal });
  await batcher.add({ id: "1", ids: returns });
  await agePending(database);
  const enqueued: string[] = [];
  const recovery = createRecovery(sale.class, sale.noun, recoveryDeps(database, enqueued));
  for (let tick = 0; tick < 3; tick += 1) await recovery.tick();
  expect([enqueued, await readOverdue(sql, sale.class, beforeAllPending, 10)]).toEqual([[], []]);
  await batcher.add({ id: "2", ids: returns });
  open();
  await batcher.drain();
  expect(taken).toEqual([returns]);
  expect(await unitsOf(returns)).toEqual(allUnits(2));
});

const recoveryDeps = (of: Database, enqueued: string[]) => ({
  database: of,
  enqueue: async (_: string, ids: string[]) => void enqueued.push(...ids),
  hasRoom: async () => true,
  isPaused: async () => false,
  onSlice: () => undefined,
  logger,
});

/** A lane alone, which waits for no batch. */
function openLane(stage: Stage, now: () => number) {
  const run = { stage, deps, logger, signal };
  const patience = createPatience(run);
  const lane = createLane(run, patience, async () => undefined, now);
  const take = (ids: readonly string[]) =>
    lane.take(openBatch({ run, jobs: [], patience, onDeferred: postponeDeferred }, [{ ids }]));
  return { take, drain: lane.drain };
}

test("a lane holds at most 5,000 records; others stay postponed", async () => {
  const { opened, open } = gate();
  const taken: string[] = [];
  const stage: Stage = {
    ...saleStage,
    async process(ids, given, locks) {
      await opened;
      taken.push(...ids);
      return saleStage.process(ids, given, locks);
    },
  };
  const { take, drain } = openLane(stage, () => 0);
  const many = times(4_999, newId);
  await take([newId()]);
  await take(many);
  const [last = ""] = await insertReturns(1);
  await take([newId(), newId(), last]);
  expect(await failing()).toEqual([waitsForTurn(last)]);
  open();
  await drain();
  expect([taken.length, taken.includes(last)]).toEqual([5_000, false]);
  await take([last]);
  await drain();
  expect(await countCompleted(database, [last])).toBe(1);
});

test("what waits long is postponed again before it is due", async () => {
  const returns = await insertReturns(3);
  const dueIn = async () => {
    const rows = await sql<{ s: number }[]>`
      select extract(epoch from next_at - clock_timestamp())::float8 as s from failing where id = any(${returns}::uuid[])`;
    return rows.map(({ s }) => s > 20);
  };
  const seen: boolean[][] = [];
  let nowMs = 0;
  const { stage } = watchLane(async () => {
    seen.push(await dueIn());
    await sql`update failing set next_at = clock_timestamp()`;
    nowMs += 10_000;
  });
  const { take, drain } = openLane(stage, () => nowMs);
  await take(returns);
  await drain();
  // Before each return; those before it are settled. At the second look, nothing has waited long yet.
  expect(seen).toEqual([[true, true, true], [false, false], [true]]);
  expect(await unitsOf(returns)).toEqual(allUnits(3));
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
