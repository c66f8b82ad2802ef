import { faultKind, insertGroup } from "@rewards/db";
import { member, sale, store } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { retryWithJitter } from "@rewards/runtime";
import { describe, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newSale, newStore, type TestRecord, times } from "../../../test/src/records.ts";
import { createTestLogger, insertAll, insertSales, openShop, openTestService } from "../../../test/src/service.ts";
import { processBatch } from "./batch.ts";
import { saleStage } from "./stages.ts";

const { database, deps } = await openTestService(20);
const { sql } = database;
const { logger, counts } = createTestLogger();
const { signal } = new AbortController();
const shop = await openShop(database, 5);

const process = (ids: readonly string[]) =>
  processBatch({ stage: saleStage, deps, logger, signal }, [{ id: "1", ids }]);

/** Acts as the queue: processes pending sales until there are none. */
async function processPending(): Promise<void> {
  for (;;) {
    const rows = await sql<{ id: string }[]>`select id from pending where class = ${sale.class} order by id limit 300`;
    if (rows.length === 0) return;
    await process(rows.map((row) => row.id));
  }
}

async function rowsOf(ids: readonly string[]) {
  return sql<
    { status: string; version: number }[]
  >`select status, version from sale where id = any(${[...ids]}::uuid[]) order by id`;
}

const awaiting = async () => (await sql`select from awaiting`).length;

/** Lets other work of the process go first, for this many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

interface Race {
  readonly sale: TestRecord;
  readonly create: () => Promise<unknown>;
}

/** Retries as the gateway does (batches retry by themselves): on a slow machine, a wait for a lock may be too long. */
const persist = (run: () => Promise<unknown>) =>
  retryWithJitter(run, {
    isRetryable: (error) => faultKind(error) === "infrastructure",
    waitMsMin: 20,
    waitMsMax: 500,
  });

/** Runs races in lanes. In each race, a worker takes the sale while the records it refers to are being created. */
async function runRaces(races: readonly Race[], lanes: number): Promise<{ parked: number; direct: number }> {
  await insertAll(
    database,
    sale,
    races.map((race) => race.sale),
  );
  const queue = races.map((race, index) => ({ race, index }));
  await Promise.all(
    times(lanes, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { race, index } = next;
        // The lead varies from the worker far ahead to the creator far ahead.
        const lead = (index % 13) - 6;
        await Promise.all([
          turns(Math.max(0, lead)).then(() => process([race.sale.id])),
          turns(Math.max(0, -lead)).then(() => persist(race.create)),
        ]);
      }
    }),
  );
  await processPending();
  const rows = await rowsOf(races.map((race) => race.sale.id));
  expect(rows.filter((row) => row.status !== "Resolved-Completed")).toEqual([]);
  expect(await awaiting()).toBe(0);
  const parked = rows.filter((row) => row.version > 2).length;
  return { parked, direct: rows.length - parked };
}

describe("a sale whose references are created while it is being parked never waits forever:", () => {
  test("its member, 1,000 times in 20 lanes", async () => {
    const races = times(1_000, () => {
      const of = newMember();
      const at = { member: keyOf(of, "ExternalID"), store: shop.store, product: shop.product };
      return { sale: newSale(at), create: () => insertGroup(sql, member, [of]) };
    });
    const { parked, direct } = await runRaces(races, 20);
    // Otherwise the two sides never met.
    expect([parked > 0, direct > 0]).toEqual([true, true]);
    const [row] = await sql`
      select count(*)::int from ledger_entry where source_id = any(${races.map((race) => race.sale.id)}::uuid[])`;
    expect(row?.["count"]).toBe(1_000);
  });

  test("its store, 200 times in 10 lanes", async () => {
    const races = times(200, (index) => {
      const at = newStore();
      const of = { member: shop.members[index % 5] as string, store: keyOf(at, "StoreCode"), product: shop.product };
      return { sale: newSale(of), create: () => insertGroup(sql, store, [at]) };
    });
    const { parked, direct } = await runRaces(races, 10);
    expect([parked > 0, direct > 0]).toEqual([true, true]);
  });

  test("both, 300 times in 15 lanes, in either order", async () => {
    const races = times(300, (index) => {
      const [of, at] = [newMember(), newStore()];
      const keys = { member: keyOf(of, "ExternalID"), store: keyOf(at, "StoreCode"), product: shop.product };
      const creates = [() => insertGroup(sql, member, [of]), () => insertGroup(sql, store, [at])] as const;
      const inOrder = async () => {
        await creates[index % 2 ? 0 : 1]();
        await creates[index % 2 ? 1 : 0]();
      };
      const create = index % 3 === 0 ? () => Promise.all([creates[0](), creates[1]()]) : inOrder;
      return { sale: newSale(keys), create };
    });
    await runRaces(races, 15);
  });

  test("many sales of one member, taken by four workers in batches that overlap", async () => {
    for (let round = 0; round < 10; round += 1) {
      const of = newMember();
      const keys = { member: keyOf(of, "ExternalID"), store: shop.store, product: shop.product };
      const ids = await insertAll(
        database,
        sale,
        times(40, () => newSale(keys)),
      );
      await Promise.all([
        ...times(4, (worker) => process(worker % 2 ? ids : ids.toReversed())),
        turns(round).then(() => insertGroup(sql, member, [of])),
      ]);
      await processPending();
      expect((await rowsOf(ids)).map((row) => row.status)).toEqual(times(40, () => "Resolved-Completed"));
      const [row] = await sql`
        select b.balance from balance b join member m on m.id = b.member where m.external_id = ${keys.member}`;
      expect(row?.["balance"]).toBe("400.0000");
    }
  });
});

test("a batch of sales with known and unknown references posts the former and parks the others", async () => {
  const known = await insertSales(database, shop, 3);
  const unknown = await insertAll(database, sale, [
    newSale({ member: freshKey("nobody"), store: shop.store, product: shop.product }),
    newSale({ member: shop.members[0] as string, store: freshKey("nowhere"), product: shop.product }),
  ]);
  await process([...unknown, ...known]);
  expect((await rowsOf(known)).map((row) => row.status)).toEqual(times(3, () => "Resolved-Completed"));
  expect((await rowsOf(unknown)).map((row) => row.status)).toEqual(times(2, () => "Pending-Awaiting Reference"));
  expect(await sql`select from pending where class = ${sale.class}`).toHaveLength(0);
});

test("one job delivered ten times at once posts its sales once", async () => {
  const ids = await insertSales(database, shop, 50);
  await Promise.all(times(10, () => process(ids)));
  const [row] = await sql`select count(*)::int from ledger_entry where source_id = any(${ids}::uuid[])`;
  expect(row?.["count"]).toBe(50);
});

test("a job of unknown IDs does nothing", async () => {
  const ids = await insertSales(database, shop, 2);
  await process(["01900000-0000-7000-8000-00000000dead", ...ids]);
  expect((await rowsOf(ids)).map((row) => row.status)).toEqual(["Resolved-Completed", "Resolved-Completed"]);
});

test("a pending row of a settled sale is deleted, and not enqueued forever", async () => {
  const ids = await insertSales(database, shop, 3);
  await process(ids);
  const [first = "", second = ""] = ids;
  await sql`insert into pending (class, id) values (${sale.class}, ${first})`;
  await sql`insert into failing (class, id, attempts, error, next_at) values (${sale.class}, ${second}, 1, '', now())`;
  const [open = ""] = await insertSales(database, shop, 1);
  await process([first, second]);
  const left = await sql`select id from pending where class = ${sale.class} union all select id from failing`;
  expect([...left]).toEqual([{ id: open }]);
  await process([open]);
});

test("no sale failed because of itself", async () => {
  expect(counts.error).toBe(0);
  expect(await sql`select from failing`).toHaveLength(0);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
