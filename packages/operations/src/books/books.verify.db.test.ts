import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { openTestDatabase, undone } from "../../../db/src/testing/database.ts";
import { insertSales, openShop, planSales } from "../../../db/src/testing/shop.ts";
import { fillBooks } from "../testing/books.ts";
import { checkBooks, inspectBooks, verifyBooks } from "./books.verify.ts";

/** One database with heads as if today were over, and one to post to during the verification. */
const [database, live] = [await openTestDatabase(), openTestDatabase(2)];
const { sql } = database;
await fillBooks(sql);

test("all is read in one read-only transaction, on one snapshot", async () => {
  const recorder = database.openRecorder();
  const sent = await recorder.record(() => inspectBooks(recorder.sql));
  expect(sent[0]).toBe("begin isolation level repeatable read read only");
  expect(sent.filter((text) => /^(begin|commit)/.test(text))).toHaveLength(2);
});

test("while sales are being posted nothing is broken at any moment", async () => {
  const { sql: posters, openPool } = await live;
  const [busy, looker] = [await openShop(posters, 4), openPool(1)];
  let isPosting = true;
  const post = async () => {
    for (let batch = 0; batch < 40; batch += 1) {
      const batchIds = await insertSales(
        posters,
        times(25, (index) => busy.newSale(index)),
      );
      await postSales(posters, await planSales(posters, batchIds));
    }
    isPosting = false;
  };
  const looks: number[] = [];
  const look = async () => {
    while (isPosting) looks.push((await verifyBooks(looker)).length);
  };
  await Promise.all([post(), look()]);
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.every((found) => found === 0)).toBe(true);
});

test("the service's sessions keep their settings after a verification", async () => {
  const pool = database.openPool(1);
  const settings = async () =>
    (await pool`select current_setting('enable_seqscan') as scan, current_setting('statement_timeout') as ms`)[0];
  const before = await settings();
  await verifyBooks(pool);
  expect(await settings()).toEqual(before);
});

test("each pass is announced before it runs", async () => {
  const announced: string[] = [];
  const { passes, isSound } = await inspectBooks(sql, {
    onPass: (of, step, steps) => announced.push(`${step}/${steps} ${of}`),
  });
  expect(announced).toEqual(passes.map(({ of }, index) => `${index + 1}/${passes.length} ${of}`));
  expect([isSound, passes[0]?.results[0]?.rows]).toEqual([true, expect.any(Number)]);
});

test("a read-only role is enough", async () => {
  const { isSound } = await undone(sql, async (tx) => {
    await tx`set local role pg_read_all_data`;
    await expect(tx.savepoint((inner) => inner`delete from pending`)).rejects.toMatchObject({ code: "42501" });
    return checkBooks(tx);
  });
  expect(isSound).toBe(true);
});
