import { afterAll, describe, expect, test } from "vitest";
import { freshKey, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { rechain } from "../../../operations/src/testing/damage.ts";
import { holding, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { pointsId } from "../testing/ledger.ts";
import { author, line, openRepricing } from "../testing/reprice.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const { shop, newBuyer, sell, register, reprice, outcomeOf } = await openRepricing(database);

describe("a repricing", () => {
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
  const backdate = ({ id }: { readonly id: string }) =>
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

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
