import { setImmediate } from "node:timers/promises";
import type { NewRecord } from "@rewards/db";
import { AppError, callerUser, type ObjectDefinition, product, sale, segment } from "@rewards/domain";
import type { GateUse } from "@rewards/runtime";
import { expect, test } from "vitest";
import { keyOf, newId, newProduct, newSale, newSegment, type TestRecord, times } from "../../../test/src/records.ts";
import { createTestLogger, openTestService } from "../../../test/src/service.ts";
import { type Accepted, createGateway } from "./gateway.ts";
import { createImportPace } from "./import/pace.ts";

const { database, deps } = await openTestService(10, "gateway-test");
const gateway = createGateway({
  database,
  enqueuer: { push: () => undefined },
  counts: deps.counts,
  pace: createImportPace(25),
  logger: createTestLogger().logger,
});

const recordOf = ({ content }: TestRecord): NewRecord => ({ id: newId(), content, user: callerUser, claim: undefined });
const create = (definition: ObjectDefinition, record: NewRecord) =>
  gateway.create(definition, { record, bodyBytes: 200 });
const refusal = (waiting: Promise<unknown>) =>
  waiting.catch((error: unknown) => error instanceof AppError && error.code);

const useOf = (gate: string) => gateway.uses[gate]?.() as GateUse;

/** Sends more creates of segments than may wait, and runs `inside` while none of them can be written. */
async function flood(inside: () => Promise<void>): Promise<PromiseSettledResult<Accepted>[]> {
  const creates: Promise<Accepted>[] = [];
  await database.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`lock table segment in share mode`;
    // The second round exceeds the rows that the batch in progress took from the queue.
    for (const records of times(2, () => times(1_500, () => recordOf(newSegment())))) {
      creates.push(...records.map((record) => create(segment, record)));
      for (const create of creates) create.catch(() => undefined);
      await setImmediate();
    }
    await inside();
  });
  return Promise.allSettled(creates);
}

test("while a class has too many creates, later ones at its path or at none wait; other classes do not", async () => {
  const settled = await flood(async () => {
    const atItsPath = gateway.awaitRoom(segment.path as string);
    const atNone = gateway.awaitRoom(undefined);
    const { inside, insideMax, waiting, refused } = useOf("segment.create");
    await gateway.awaitRoom(product.path as string);
    await create(product, recordOf(newProduct()));
    // A batch is under way, and as many rows wait as may.
    expect([inside, insideMax, waiting]).toEqual([1_500, 1_500, 2]);
    expect(useOf("product.create")).toMatchObject({ inside: 0, waiting: 0, refused: 0 });
    expect(await Promise.all([refusal(atItsPath), refusal(atNone)])).toEqual([
      "Error_Service_Overloaded",
      "Error_Service_Overloaded",
    ]);
    expect(useOf("segment.create")).toMatchObject({ waiting: 0, refused: refused + 2 });
  });
  expect(useOf("segment.create")).toMatchObject({ inside: 0, waiting: 0 });
  const written = settled.filter(({ status }) => status === "fulfilled");
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThan(settled.length);
  expect(await database.sql`select from segment`).toHaveLength(written.length);
});

test("waiters are admitted when there is room again", async () => {
  let waiting: Promise<void>[] = [];
  await flood(async () => {
    waiting = [gateway.awaitRoom(segment.path as string), gateway.awaitRoom(undefined)];
  });
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
});

test("a class whose inserts wait for Postgres stalls, others do not; refused inserts count as failed", async () => {
  const stalled = gateway.progressOf(segment);
  const settled = await flood(async () => {
    await create(product, recordOf(newProduct()));
    expect(stalled.stalledMs()).toBeGreaterThan(0);
    await expect.poll(() => stalled.failure(), { timeout: 60_000 }).toMatchObject({ error: { code: "55P03" } });
    expect(gateway.progressOf(product).stalledMs()).toBe(0);
    expect(gateway.progressOf(product).failure()).toBeUndefined();
  });
  expect(settled.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
  await create(segment, recordOf(newSegment()));
  expect([stalled.stalledMs(), stalled.failure()]).toEqual([0, undefined]);
});

test("a record counts as accepted once it is committed; a repeated create and a refused one do not count", async () => {
  const one = newSale({ member: "a", store: "b", product: "c" });
  const conflicting = newSale({ externalId: keyOf(one, "ExternalID"), member: "other", store: "b", product: "c" });
  const first = await create(sale, recordOf(one));
  expect(await create(sale, recordOf(one))).toEqual(first);
  await expect(create(sale, recordOf(conflicting))).rejects.toThrow();
  await create(product, recordOf(newProduct()));
  expect([...deps.counts.classes].filter(([name]) => name !== segment.class)).toMatchObject([
    [sale.class, { accepted: 1 }],
  ]);
});
