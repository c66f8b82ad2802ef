import { amountMax, type SalePlan, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { keyOf, newSale, newStore, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";
import { StatusMovedError } from "../object/object.settle.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { adjustmentOf, post as postEntries } from "../testing/ledger.ts";
import { balancesOf, insertSales, openShop, planSales } from "../testing/shop.ts";
import { postSales } from "./sale.commit.ts";
import { loadOpenSales } from "./sale.load.ts";

const database = await openTestDatabase(10);
const { sql } = database;
const shop = await openShop(sql, 40);

async function addSales(count: number, total?: number): Promise<string[]> {
  return insertSales(
    sql,
    times(count, (index) => shop.newSale(index, total)),
  );
}

const post = async (client: Sql, plans: readonly SalePlan[]) => (await postSales(client, plans)).settled.length;

async function statusesOf(ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int from sale where id = any(${[...ids]}::uuid[]) group by status`;
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

const entriesOf = async (ids: readonly string[]) =>
  (await sql`select from ledger_entry where source_id = any(${[...ids]}::uuid[])`).length;
const pendingOf = async (ids: readonly string[]) =>
  (await sql`select from pending where id = any(${[...ids]}::uuid[])`).length;

test("a batch is completed, posted and removed from pending together", async () => {
  const ids = await addSales(80, 12.7);
  const before = await balancesOf(sql, shop.memberIds);
  expect(await post(sql, await planSales(sql, ids))).toBe(80);
  expect(await statusesOf(ids)).toEqual({ "Resolved-Completed": 80 });
  expect([await entriesOf(ids), await pendingOf(ids)]).toEqual([80, 0]);
  expect(await balancesOf(sql, shop.memberIds)).toEqual(before.map((balance) => balance + 24));
  const [row] = await sql`select version, update_user_id, create_user_id from sale where id = ${ids[0] as string}`;
  expect(row).toEqual({ version: 2, update_user_id: "system", create_user_id: "api" });
});

test("a void takes the purchase of its sale, and what it leaves is a return", async () => {
  const mixed = newSale({
    member: shop.members[0] as string,
    store: shop.store,
    product: shop.product,
    more: {
      SaleItems: [
        { ProductCode: shop.product, Quantity: 1, TotalAmount: 9.99 },
        { ProductCode: shop.product, Quantity: -2, TotalAmount: -14.49 },
      ],
    },
  });
  await insertSales(sql, [mixed]);
  await post(sql, await planSales(sql, [mixed.id]));
  const rows =
    await sql`select type, currency_awarded from ledger_entry where source_id = ${mixed.id} order by sequence`;
  expect([...rows]).toEqual([{ type: "Return", currency_awarded: "-4.0000" }]);
});

test("a sale of a store that does not participate completes without an entry", async () => {
  const closed = newStore(undefined, { IsParticipating: false });
  await insertAll(sql, store, [closed]);
  const [id = ""] = await insertSales(sql, [
    newSale({ member: shop.members[0] as string, store: keyOf(closed, "StoreCode"), product: shop.product }),
  ]);
  expect(await post(sql, await planSales(sql, [id]))).toBe(1);
  expect([await statusesOf([id]), await entriesOf([id])]).toEqual([{ "Resolved-Completed": 1 }, 0]);
});

test("a sale that would exceed the maximum balance is rejected, and the others of its batch are posted", async () => {
  const rich = await openShop(sql, 1);
  const [memberId = ""] = rich.memberIds;
  await postEntries(sql, [adjustmentOf(memberId, 0, { amount: amountMax - 100_000n })]);
  const ids = await insertSales(sql, [rich.newSale(0, 11), rich.newSale(0, 10), rich.newSale(0, 1)]);
  expect(await post(sql, await planSales(sql, ids))).toBe(3);
  const rows = await sql`select status, confirmation_note from sale where id = any(${ids}::uuid[]) order by id`;
  expect(rows.map((row) => row["status"])).toEqual(["Resolved-Rejected", "Resolved-Completed", "Resolved-Rejected"]);
  expect(rows[0]?.["confirmation_note"]).toMatch(/^Error_Balance_OutOfRange/);
  expect(await entriesOf(ids)).toBe(1);
});

test("1, 50 and 300 sales take the same number of statements", async () => {
  const recorder = database.openRecorder();
  const counts: number[] = [];
  for (const count of [1, 50, 300]) {
    const plans = await planSales(sql, await addSales(count));
    counts.push((await recorder.record(() => post(recorder.sql, plans))).length);
  }
  // begin, lock, status, clock, entries, balances, sales, pending with failing, commit
  expect(counts).toEqual([9, 9, 9]);
});

test("1, 50 and 300 sales are read by the same two statements if their stores and products are cached", async () => {
  const recorder = database.openRecorder();
  const catalogue = createCatalogueCache(recorder.sql);
  const read = async (ids: readonly string[]) => {
    await loadOpenSales(recorder.sql, ids);
    await catalogue.read(new Set([shop.store]), new Set([shop.product]));
  };
  await read(await addSales(1));
  const counts: number[] = [];
  for (const count of [1, 50, 300]) {
    const ids = await addSales(count);
    counts.push((await recorder.record(() => read(ids))).length);
  }
  // sales with their members, version of the catalogue
  expect(counts).toEqual([2, 2, 2]);
});

test("posting no sales sends no statement", async () => {
  const recorder = database.openRecorder();
  expect(await recorder.record(() => post(recorder.sql, []))).toEqual([]);
});

test("sales that are already posted are skipped", async () => {
  const ids = await addSales(10);
  const plans = await planSales(sql, ids);
  await post(sql, plans.slice(0, 4));
  expect(await post(sql, plans)).toBe(6);
  expect(await post(sql, plans)).toBe(0);
  expect(await entriesOf(ids)).toBe(10);
});

describe("concurrent workers", () => {
  test("with the same sales post each sale once, in 50 rounds", async () => {
    const workers = [database.openPool(1), database.openPool(1)] as const;
    for (let round = 0; round < 50; round += 1) {
      const ids = await addSales(20);
      const plans = await planSales(sql, ids);
      const results = await Promise.allSettled([post(workers[0], plans), post(workers[1], plans.toReversed())]);
      const settled = results.map((result) => {
        if (result.status === "fulfilled") return result.value;
        expect(result.reason).toBeInstanceOf(StatusMovedError);
        return 0;
      });
      expect(settled.reduce((sum, count) => sum + count, 0)).toBe(20);
      expect([await statusesOf(ids), await entriesOf(ids), await pendingOf(ids)]).toEqual([
        { "Resolved-Completed": 20 },
        20,
        0,
      ]);
    }
  });

  test("with shared members in different orders do not deadlock, in 30 rounds of four workers", async () => {
    const workers = times(4, () => database.openPool(1));
    const before = await balancesOf(sql, shop.memberIds);
    for (let round = 0; round < 30; round += 1) {
      const batches = await Promise.all(workers.map(async () => planSales(sql, await addSales(40))));
      const settled = await Promise.all(
        workers.map((worker, index) => {
          const plans = batches[index] as SalePlan[];
          return post(worker, index % 2 === 0 ? plans : plans.toReversed());
        }),
      );
      expect(settled).toEqual([40, 40, 40, 40]);
    }
    expect(await balancesOf(sql, shop.memberIds)).toEqual(before.map((balance) => balance + 30 * 4 * 10));
  });
});

test("if a sale moves between the read of its status and the write, nothing of its batch is written", async () => {
  const ids = await addSales(5);
  const moved = ids[2] as string;
  const plans = await planSales(sql, ids);
  const before = await balancesOf(sql, shop.memberIds);
  let posting: Promise<unknown> = Promise.resolve();
  await holding(
    sql,
    async (tx) => {
      await tx`update sale set status = 'Resolved-Rejected', version = 2 where id = ${moved}`;
      await tx`delete from pending where id = ${moved}`;
    },
    async () => {
      posting = post(sql, plans).catch((error: unknown) => error);
      await untilWaiting(sql);
      return "commit";
    },
  );
  expect(await posting).toBeInstanceOf(StatusMovedError);
  expect([await entriesOf(ids), await pendingOf(ids)]).toEqual([0, 4]);
  expect(await balancesOf(sql, shop.memberIds)).toEqual(before);
  expect(await post(sql, plans)).toBe(4);
  expect(await statusesOf(ids)).toEqual({ "Resolved-Completed": 4, "Resolved-Rejected": 1 });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
