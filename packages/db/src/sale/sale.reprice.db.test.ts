import { product, store } from "@rewards/domain";
import { afterAll, describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newProduct,
  newSale,
  newStore,
  type TestRecord,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { rechain } from "../../../operations/src/testing/damage.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { RowLocks } from "../settlement.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { adjustmentOf, pointsId, post } from "../testing/ledger.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";
import { repriceSales } from "./sale.reprice.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const shop = await openShop(sql, 60);
const deps = { database, catalogue: createCatalogueCache(sql) };
let next = 0;

function newBuyer() {
  const index = next++;
  const id = shop.memberIds[index] as string;
  return { key: shop.members[index] as string, id, balance: async () => (await balancesOf(sql, [id]))[0] };
}
type Buyer = ReturnType<typeof newBuyer>;

const line = (code: string, quantity: number, total: number) => ({
  ...{ ProductCode: code, Quantity: quantity, TotalAmount: total },
});
type Line = ReturnType<typeof line>;
const saleOf = ({ key }: Pick<Buyer, "key">, items: readonly object[], at = shop.store) =>
  newSale({ member: key, store: at, product: "", more: { SaleItems: items } });

async function settle(...sales: readonly TestRecord[]) {
  const ids = await insertSales(sql, sales);
  await processSales(ids, deps, "wait");
  return ids;
}

async function sell(buyer: Buyer, ...items: readonly Line[]) {
  const one = saleOf(buyer, items);
  await settle(one);
  const key = keyOf(one, "ExternalID");
  const back = (...returned: readonly Line[]) =>
    settle(
      saleOf(
        buyer,
        returned.map((item) => ({ ...item, OriginalSaleExternalID: key })),
      ),
    );
  return { key, back };
}

const register = (code: string) => insertAll(sql, product, [newProduct(code)]);
const author = { actor: "olga" };
const reprice = (keys: readonly string[], more: { isDryRun?: boolean; locks?: RowLocks; by?: typeof sql } = {}) =>
  repriceSales(more.by ?? sql, keys, { author, isDryRun: more.isDryRun ?? false, locks: more.locks ?? "wait" });
const outcomeOf = async (key: string, more?: Parameters<typeof reprice>[1]) => (await reprice([key], more))[0]?.outcome;

const entriesOf = async ({ id }: Buyer) => {
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
      await sql`update programme set earning_rate = ${value}, version = version + 1, update_date_time = clock_timestamp() where business_id = 'REWARDS'`;
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

  test("is posted once by runs at the same time, and by one beside returns of the sale", async () => {
    const [buyer, code] = [newBuyer(), freshKey("late")];
    const { key, back } = await sell(buyer, line(shop.product, 2, 11), line(code, 4, 22.2));
    await register(code);
    const runs = times(4, () => outcomeOf(key));
    const returns = times(4, () => back(line(code, -1, -5.55)));
    const [outcomes] = await Promise.all([Promise.all(runs), Promise.all(returns)]);
    const posted = outcomes.filter((one) => one === "posted").length;
    expect([posted <= 1, await buyer.balance()]).toEqual([true, 11]);
    await back(line(shop.product, -2, -11));
    expect(await buyer.balance()).toBe(0);
  });

  test("that commits after a return loaded the sale, and before it locked the balance, is taken back too", async () => {
    const [buyer, code] = [newBuyer(), freshKey("late")];
    const { key, back } = await sell(buyer, line(shop.product, 1, 10), line(code, 1, 20));
    await register(code);
    let returned: Promise<unknown> = Promise.resolve();
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${buyer.id} for update`,
      async (tx) => {
        const repriced = reprice([key], { by: database.openPool(1) });
        await untilWaiting(sql, 1);
        returned = back(line(code, -1, -20), line(shop.product, -1, -10));
        await untilWaiting(sql, 2);
        expect(await tx`select from adjustment where sale is not null and member = ${buyer.id}`).toHaveLength(0);
        void repriced;
        return "commit";
      },
    );
    await returned;
    expect(await buyer.balance()).toBe(0);
  });

  test("beside the erasure of its member gives one result, and of a balance that another session holds waits only if asked", async () => {
    const [buyer, code] = [newBuyer(), freshKey("late")];
    const [mine, other] = [await sell(buyer, line(code, 1, 5)), newBuyer()];
    const { key } = await sell(other, line(code, 1, 6));
    await register(code);
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${buyer.id} for update`,
      async () => {
        const outcomes = await reprice([mine.key, key], { locks: "skip" });
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(["busy", "posted"]);
        return "rollback";
      },
    );
    await Promise.all([erasePerson(sql, buyer.key, author), outcomeOf(mine.key)]);
    const outcome = await outcomeOf(mine.key);
    expect([["already repriced", "posted"].includes(outcome ?? ""), await buyer.balance()]).toEqual([true, 5]);
  });
});

describe("points that expire", () => {
  const monthly = async (isMonthly: boolean) => {
    await sql`update currency set expiry_months = ${isMonthly ? 1 : null}, expiry_until = ${isMonthly ? "day" : null}, version = version + 1, update_date_time = clock_timestamp() where id = ${pointsId}`;
    await sql`update catalogue set version = version + 1`;
  };
  const backdate = ({ id }: Buyer) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update ledger_entry set create_date_time = create_date_time - interval '45 days' where member = ${id}`;
      await tx`update adjustment set create_date_time = create_date_time - interval '45 days' where member = ${id}`;
      for (const table of ["sale_return", "returned_line"])
        await tx`update ${tx(table)} set original_posted_at = original_posted_at - interval '45 days' where member = ${id}`;
      await tx.unsafe(rechain(id, pointsId));
    });

  test("a sale whose own points expired is not repriced; of one that only its repricing gave points, those decide", async () => {
    await monthly(true);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update expiry_version set applied_at = applied_at - interval '100 days' where currency = ${pointsId}`;
    });
    const [own, given, young] = [newBuyer(), newBuyer(), newBuyer()];
    const code = freshKey("late");
    const first = await sell(own, line(shop.product, 1, 10), line(code, 1, 5));
    await backdate(own);
    const [second, third] = [await sell(given, line(code, 1, 20)), await sell(young, line(code, 1, 30))];
    await register(code);
    const outcomes = await reprice([first.key, second.key, third.key]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["expired", "posted", "posted"]);
    await backdate(given);
    await second.back(line(code, -1, -20));
    await third.back(line(code, -1, -30));
    const rows =
      await sql`select points::int, beyond::int, expired from sale_return where member = any(${[given.id, young.id]}::uuid[]) order by posted_at`;
    expect([...rows]).toEqual([
      { points: 0, beyond: 0, expired: true },
      { points: 0, beyond: 30, expired: false },
    ]);
    expect([await given.balance(), await young.balance()]).toEqual([0, 0]);
  });
  afterAll(() => monthly(false));
});

test("a product that was taken back under its code before stays matched: an edit of the code changes nothing", async () => {
  const [buyer, code] = [newBuyer(), freshKey("late")];
  const { key, back } = await sell(buyer, line(code, 2, 20));
  const [id = ""] = await register(code);
  await reprice([key]);
  await act(sql, "Edit", "product", id, { ProductCode: `${code}-new` });
  await back(line(`${code}-new`, -2, -20));
  expect(await buyer.balance()).toBe(0);
});

test("a product that got the code of the sale only later comes back from its lines, before and after the repricing", async () => {
  const [buyer, code] = [newBuyer(), freshKey("late")];
  const [id = ""] = await register(`${code}-mistyped`);
  const { key, back } = await sell(buyer, line(code, 3, 30));
  await act(sql, "Edit", "product", id, { ProductCode: code });
  await back(line(code, -1, -10));
  expect(await buyer.balance()).toBe(0);
  await reprice([key]);
  expect(await buyer.balance()).toBe(20);
  await back(line(code, -2, -20));
  expect(await buyer.balance()).toBe(0);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
