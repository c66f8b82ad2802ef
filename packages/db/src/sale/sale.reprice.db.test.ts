import { store } from "@rewards/domain";
import { afterAll, describe, expect, test } from "vitest";
import { freshKey, keyOf, newStore, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { line, openRepricing } from "../testing/reprice.ts";
import { insertSales } from "../testing/shop.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const { shop, newBuyer, saleOf, settle, sell, register, reprice, outcomeOf } = await openRepricing(database);

const entriesOf = async ({ id }: { readonly id: string }) => {
  const rows = await sql<{ type: string; amount: string; why: string; rules: number }[]>`
    select type, trim_scale(currency_awarded)::text as amount, why, rules from ledger_entry where member = ${id} order by sequence`;
  return rows.map(({ type, amount, why, rules }) => ({ entry: `${type} ${amount}`, why: JSON.parse(why), rules }));
};

describe("a repricing", () => {
  test("posts once what lines of products registered since are worth in addition, and says why", async () => {
    const buyer = newBuyer();
    const code = freshKey("late");
    const { key } = await sell(buyer, line(shop.product, 1, 10.5), line(code, 2, 20.6));
    expect([await outcomeOf(key), await buyer.balance()]).toEqual(["unchanged", 10]);
    await register(code);
    const posted = { externalId: key, outcome: "posted", worth: { before: 100_000n, after: 310_000n } };
    expect(await reprice([key], { isDryRun: true })).toMatchObject([posted]);
    expect(await entriesOf(buyer)).toHaveLength(1);
    expect(await reprice([key])).toMatchObject([posted]);
    expect((await entriesOf(buyer)).at(-1)).toEqual({
      ...{ entry: "Adjustment 21", rules: 1, why: { base: 21, lines: [1], rules: [] } },
    });
    expect(await reprice([key])).toMatchObject([{ outcome: "already repriced", worth: null }]);
    expect(await buyer.balance()).toBe(31);
    const audit = await sql`
      select actor, detail - 'adjustment' as detail from audit_entry where operation = 'sale.reprice'
      and record_id = (select id from sale where external_id = ${key})`;
    expect([...audit]).toEqual([{ actor: "olga", detail: { points: "21", before: "10", after: "31", lines: [1] } }]);
  });

  test("gives nothing for goods that came back before, and returns take back by the new worth, in any order", async () => {
    const late = freshKey("late");
    const steps = (key: string, code: string) => [
      [line(code, -1, -10.3)],
      [line(key, -1, -3.55), line(code, -1, -10.3)],
      [line(key, -1, -3.5), line("goodwill", 0, -2)],
      [line(key, -1, -3.5), line(code, -1, -9)],
    ];
    const sold = [];
    for (const at of [0, 1, 2, 3, 4]) {
      const [buyer, code] = [newBuyer(), `${late}-${at}`];
      const { key, back } = await sell(buyer, line(shop.product, 3, 10.65), line(code, 3, 30.9), line(code, 1, 0.4));
      for (const step of steps(shop.product, code).slice(0, at)) await back(...step);
      await register(code);
      await reprice([key]);
      for (const step of steps(shop.product, code).slice(at)) await back(...step);
      sold.push({ buyer, code, back });
    }
    const left = await Promise.all(sold.map(({ buyer }) => buyer.balance()));
    expect(new Set(left).size).toBe(1);
    for (const { code, back } of sold) await back(line(code, -1, -0.4));
    expect(await Promise.all(sold.map(({ buyer }) => buyer.balance()))).toEqual(times(5, () => 0));
  });

  test("takes what the sale's own entry has first; the rest is a deduction like any other", async () => {
    const buyer = newBuyer();
    const code = freshKey("late");
    await post(sql, [adjustmentOf(buyer.id, 7)]);
    const { key, back } = await sell(buyer, line(shop.product, 1, 10), line(code, 1, 20));
    await register(code);
    await reprice([key]);
    await back(line(code, -1, -20));
    const share = { lines: [0], points: -20, beyond: -10 };
    expect((await entriesOf(buyer)).at(-1)?.why.returns).toEqual([{ sale: expect.any(String), ...share }]);
    await back(line(shop.product, -1, -10));
    const rows =
      await sql`select points::int, beyond::int from sale_return where member = ${buyer.id} order by posted_at`;
    expect([...rows]).toEqual([
      { points: 10, beyond: 10 },
      { points: 0, beyond: 10 },
    ]);
    expect(await buyer.balance()).toBe(7);
    const entries = (await inspectSale(sql, key))?.entries.map(({ type, available, spentBy }) => [
      ...[type, available, ...spentBy.map(({ type: by, points }) => `${by} ${points}`)],
    ]);
    expect(entries).toEqual([
      ["Sale", "0.0000", "Return 10.0000"],
      ["Adjustment", "7.0000", "Return 3.0000", "Return 10.0000"],
    ]);
  });

  test("goes by the rules of the sale's own entry or, without one, by those of the time when it was settled", async () => {
    const [some, none] = [newBuyer(), newBuyer()];
    const code = freshKey("late");
    const sold = [await sell(some, line(shop.product, 1, 10), line(code, 1, 10)), await sell(none, line(code, 1, 10))];
    const rate = async (value: number) => {
      await sql`update programme set earning_from = clock_timestamp(), earning_rate = ${value}, version = version + 1, update_date_time = clock_timestamp() where business_id = 'REWARDS'`;
      await sql`update catalogue set version = version + 1`;
    };
    await rate(7);
    await register(code);
    await reprice(sold.map(({ key }) => key));
    expect([await some.balance(), await none.balance()]).toEqual([20, 10]);
    await sold[1]?.back(line(code, -1, -10));
    expect(await none.balance()).toBe(0);
    await rate(1);
  });

  test("leaves alone what is unknown, open, rejected, of a store that did not participate, or expired, and goes on", async () => {
    const [buyer, code] = [newBuyer(), freshKey("late")];
    const [closed] = [newStore(undefined, { IsParticipating: false })];
    await insertAll(sql, store, [closed]);
    const stranger = saleOf({ key: freshKey("stranger") }, [line(code, 1, 5)]);
    const refused = saleOf(buyer, [line(code, 1, 5)]);
    const out = saleOf(buyer, [line(code, 1, 5)], keyOf(closed, "StoreCode"));
    await settle(stranger, out);
    const [id = ""] = await insertSales(sql, [refused]);
    await sql`update sale set status = 'Resolved-Rejected', version = 2, update_user_id = 'system', update_date_time = clock_timestamp() where id = ${id}`;
    await sql`delete from pending where id = ${id}`;
    const { key } = await sell(buyer, line(code, 1, 5));
    await register(code);
    const keys = ["nobody", ...[stranger, refused, out].map((one) => keyOf(one, "ExternalID")), key];
    expect((await reprice(keys)).map(({ outcome }) => outcome)).toEqual([
      ...["unknown", "open", "rejected", "not participating", "posted"],
    ]);
    expect(await buyer.balance()).toBe(5);
  });
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
