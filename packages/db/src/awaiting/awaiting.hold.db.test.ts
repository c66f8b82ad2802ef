import { redemption, reward, sale, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, keyOf, newRedemption, newReward, newSale, newStore, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { discardDeadLetter } from "../../../operations/src/dead-letter/dead-letter.discard.ts";
import { replayDeadLetter } from "../../../operations/src/dead-letter/dead-letter.replay.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { exportPerson } from "../../../operations/src/person/person.export.ts";
import { inspectSale } from "../../../operations/src/record/sale.inspect.ts";
import { failure, placesOf } from "../../../operations/src/testing/dead-letters.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { recordFailing } from "../pending/pending.failing.ts";
import { commitRedemptions } from "../redemption/redemption.commit.ts";
import { loadRedemptions } from "../redemption/redemption.load.ts";
import { processRedemptions } from "../redemption/redemption.process.ts";
import { processSales } from "../sale/sale.process.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { insertSales, openShop } from "../testing/shop.ts";
import { sweepAwaiting, wakeReturns } from "./awaiting.wake.ts";

const database = await openTestDatabase(10);
const { sql } = database;
const catalogue = createCatalogueCache(sql);
const deps = { database, catalogue };
const author = { actor: "ann" };
const shop = await openShop(sql, 60);
let next = 0;

/** A new member with 100 points, and what is held of them. */
async function newBuyer() {
  const index = next++;
  const [id, key] = [shop.memberIds[index] as string, shop.members[index] as string];
  await post(sql, [adjustmentOf(id, 0, { amount: 1_000_000n })]);
  const standing = async () => {
    const [row] = await sql<{ balance: string; spendable: string; held: string }[]>`
      select balance, spendable, held from member_balance where member = ${id} and name = 'Points'`;
    return [Number(row?.balance), Number(row?.spendable), Number(row?.held)];
  };
  return { id, key, standing };
}

const line = (total: number, original?: string) => ({
  ...{ ProductCode: shop.product, Quantity: Math.sign(total), TotalAmount: total },
  ...(original !== undefined && { OriginalSaleExternalID: original }),
});
const saleOf = (member: string, items: readonly object[], externalId = freshKey("sale"), at = shop.store) =>
  newSale({ member, store: at, product: "", externalId, more: { SaleItems: items } });
const work = (ids: readonly string[]) => processSales(ids, deps);

async function sell(member: string, items: readonly object[], externalId?: string, at?: string): Promise<string> {
  const [id = ""] = await insertSales(sql, [saleOf(member, items, externalId, at)]);
  await work([id]);
  return id;
}
const wake = async () => (await wakeReturns(sql, null)).woken;

/** A reward that costs this many points. */
async function rewardOf(cost: number): Promise<string> {
  const of = newReward(undefined, { RewardType: "unlimited", RewardCost: String(cost) });
  await insertAll(sql, reward, [of]);
  return keyOf(of, "ExternalID");
}
async function redeem(member: string, cost: number): Promise<string> {
  const asked = newRedemption(member, [{ reward: await rewardOf(cost) }]);
  await insertAll(sql, redemption, [asked]);
  await processRedemptions([asked.id], deps);
  return noteOf(asked.id);
}
async function noteOf(id: string): Promise<string> {
  const [row] = await sql<{ note: string }[]>`select confirmation_note as note from redemption where id = ${id}`;
  return row?.note ?? "";
}
const held =
  /^Error_Balance_Insufficient: the cost of \d+ Points is more than the member can spend; points are held by/;

describe("while a return waits for the sale that it names, its points", () => {
  test("are on the balance and cannot be spent; when the sale comes, it takes what that earned", async () => {
    const buyer = await newBuyer();
    const original = freshKey("sale");
    await sell(buyer.key, [line(-40, original), line(-5)]);
    expect(await buyer.standing()).toEqual([100, 60, 40]);
    expect(await redeem(buyer.key, 61)).toMatch(held);
    expect(await redeem(buyer.key, 10)).toBe("Redeemed for 10 Points.");
    expect(await buyer.standing()).toEqual([90, 50, 40]);
    const deduct = (amount: number) =>
      act(sql, "AddBalance", "member", buyer.id, { AdjustBalances: { Amount: amount, Name: "Points" } });
    await expect(deduct(-51)).rejects.toMatchObject({ code: "Error_Balance_Insufficient", status: 422 });
    await deduct(-1);
    await deduct(2);
    expect(await buyer.standing()).toEqual([91, 51, 40]);
    // It earned less than the rate of the return, which was refunded more.
    await sell(buyer.key, [line(30)], original);
    expect(await wake()).toHaveLength(1);
    expect(await buyer.standing()).toEqual([121, 81, 40]);
    await work((await sql<{ id: string }[]>`select id from pending`).map(({ id }) => id));
    expect(await buyer.standing()).toEqual([86, 86, 0]);
    expect(await sql`select from awaiting where holder = ${buyer.id}`).toHaveLength(0);
  });

  test("are those of all its returns together, and never more than can be spent", async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()];
    const ids = [
      await sell(buyer.key, [line(-30, freshKey("sale"))]),
      await sell(buyer.key, [line(-50, freshKey("sale"))]),
    ];
    expect(await buyer.standing()).toEqual([100, 20, 80]);
    ids.push(await sell(buyer.key, [line(-50, freshKey("sale"))]));
    expect(await buyer.standing()).toEqual([100, 0, 130]);
    expect(await redeem(buyer.key, 1)).toMatch(held);
    expect([await other.standing(), await redeem(other.key, 100)]).toEqual([[100, 100, 0], "Redeemed for 100 Points."]);
    expect(await verifyBooks(sql)).toEqual([]);
    await Promise.all(ids.map((id) => discardDeadLetter(sql, sale, id, { author, reason: "no" })));
    expect(await buyer.standing()).toEqual([100, 100, 0]);
  });

  test("are released when the wait ends, and then taken at the rate", async () => {
    const buyer = await newBuyer();
    const id = await sell(buyer.key, [line(-40, freshKey("sale"))]);
    await sql`update sale set create_date_time = create_date_time - interval '31 days' where id = ${id}`;
    expect(await wake()).toEqual([id]);
    expect(await buyer.standing()).toEqual([100, 60, 40]);
    await work([id]);
    expect(await buyer.standing()).toEqual([60, 60, 0]);
  });

  test("stay held between wake-ups, for a second sale, and while it waits for its store alone", async () => {
    const buyer = await newBuyer();
    const [first, second, at] = [freshKey("sale"), freshKey("sale"), newStore()];
    const code = keyOf(at, "StoreCode");
    const id = await sell(buyer.key, [line(-10, first), line(-20, second)], freshKey("sale"), code);
    expect(await buyer.standing()).toEqual([100, 70, 30]);
    await sell(buyer.key, [line(10)], first);
    expect(await wake()).toEqual([id]);
    expect(await buyer.standing()).toEqual([110, 80, 30]);
    await work([id]);
    expect(await buyer.standing()).toEqual([110, 80, 30]);
    await sell(buyer.key, [line(20)], second);
    expect(await wake()).toEqual([id]);
    await work([id]);
    const [row] = await sql`select store, original, held from awaiting where sale_id = ${id}`;
    expect(row).toEqual({ store: code, original: null, held: "30.0000" });
    expect(await verifyBooks(sql)).toEqual([]);
    await insertAll(sql, store, [at]);
    expect(await placesOf(sql, [id])).toMatchObject({ pending: 1, awaiting: 1 });
    expect(await buyer.standing()).toEqual([130, 100, 30]);
    await work([id]);
    expect(await buyer.standing()).toEqual([100, 100, 0]);
  });

  test("are none if the store does not participate, and no sale that waits for its member alone has any", async () => {
    const buyer = await newBuyer();
    const closed = newStore(undefined, { IsParticipating: false });
    await insertAll(sql, store, [closed]);
    await sell(buyer.key, [line(-40, freshKey("sale"))], undefined, keyOf(closed, "StoreCode"));
    await sell(freshKey("nobody"), [line(-40, freshKey("sale"))]);
    expect(await buyer.standing()).toEqual([100, 100, 0]);
    expect(
      await sql`select from awaiting where held is null and (holder is not null or currency is not null)`,
    ).toHaveLength(0);
  });

  test("are the erased member's after an erasure, and an export has them", async () => {
    const buyer = await newBuyer();
    await sell(buyer.key, [line(-40, freshKey("sale"))]);
    const tables: string[] = [];
    await exportPerson(sql, buyer.key, author, (table) => void tables.push(table));
    expect(tables).toContain("awaiting");
    await erasePerson(sql, buyer.key, author);
    expect(await buyer.standing()).toEqual([100, 60, 40]);
    expect(await verifyBooks(sql)).toEqual([]);
  });
});

describe("a return that was woken", () => {
  /** A return that a worker should take now. */
  async function woken() {
    const buyer = await newBuyer();
    const original = freshKey("sale");
    const id = await sell(buyer.key, [line(-40, original)]);
    await sell(buyer.key, [line(40)], original);
    expect(await wake()).toEqual([id]);
    return { buyer, id };
  }

  test("is not woken again, is shown as pending and not as waiting, and cannot be discarded", async () => {
    const { buyer, id } = await woken();
    expect([await wake(), (await sweepAwaiting(sql, null)).woken]).toEqual([[], []]);
    expect(await placesOf(sql, [id])).toMatchObject({ pending: 1, awaiting: 1 });
    const [row] = await sql<{ key: string }[]>`select external_id as key from sale where id = ${id}`;
    expect(await inspectSale(sql, row?.key ?? "")).toMatchObject({ awaiting: null, pendingSince: expect.any(String) });

    await expect(discardDeadLetter(sql, sale, id, { author, reason: "no" })).rejects.toThrow("Error_DeadLetter_Gone");
    expect(await buyer.standing()).toEqual([140, 100, 40]);
    expect(await verifyBooks(sql)).toEqual([]);
    await work([id]);
    expect(await buyer.standing()).toEqual([100, 100, 0]);
  });

  test("and became a dead letter is left alone, and holds its points until it is posted or discarded", async () => {
    const [one, other] = [await woken(), await woken()];

    await recordFailing(sql, sale.class, [one.id, other.id], failure, 1);
    expect([await wake(), (await sweepAwaiting(sql, null)).woken]).toEqual([[], []]);
    expect(await placesOf(sql, [one.id])).toMatchObject({ pending: 0, awaiting: 1, dead: 1 });
    expect(await one.buyer.standing()).toEqual([140, 100, 40]);
    expect(await verifyBooks(sql)).toEqual([]);
    await discardDeadLetter(sql, sale, one.id, { author, reason: "no" });
    expect(await placesOf(sql, [one.id])).toMatchObject({ pending: 0, awaiting: 0, dead: 0 });
    expect(await one.buyer.standing()).toEqual([140, 140, 0]);
    await replayDeadLetter(sql, sale, other.id, { author, isEnqueued: true });
    await work([other.id]);
    expect(await other.buyer.standing()).toEqual([100, 100, 0]);
  });
});

describe("a redemption at the same time", () => {
  test("that was loaded before the return waits, and is decided after it, cannot spend what is held", async () => {
    const buyer = await newBuyer();
    const asked = newRedemption(buyer.key, [{ reward: await rewardOf(70) }]);
    await insertAll(sql, redemption, [asked]);
    const { programmes } = await catalogue.read(new Set(), new Set());
    const loaded = await loadRedemptions(sql, [asked.id], programmes);
    let deciding: Promise<unknown> = Promise.resolve();
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${buyer.id} for update`,
      async () => {
        deciding = commitRedemptions(sql, { ...loaded, mintCode: () => freshKey("CODE"), limits: undefined }, "wait");
        await untilWaiting(sql);
        await sell(buyer.key, [line(-40, freshKey("sale"))]);
        return "commit";
      },
    );
    await deciding;
    expect(await noteOf(asked.id)).toMatch(held);
    expect(await buyer.standing()).toEqual([100, 60, 40]);
  });

  test("gets one result in 40 races: it came first, or the points were held", async () => {
    const cost = await rewardOf(70);
    for (let race = 0; race < 40; race += 1) {
      const buyer = await newBuyer();
      const asked = newRedemption(buyer.key, [{ reward: cost }]);
      const [id = ""] = await insertSales(sql, [saleOf(buyer.key, [line(-40, freshKey("sale"))])]);
      await insertAll(sql, redemption, [asked]);
      const takers = [() => processRedemptions([asked.id], deps), () => work([id])];
      await Promise.all((race % 2 === 0 ? takers : takers.toReversed()).map((take) => take()));
      const note = await noteOf(asked.id);
      const isFirst = note === "Redeemed for 70 Points.";
      if (!isFirst) expect(note).toMatch(held);
      expect(await buyer.standing()).toEqual(isFirst ? [30, 0, 40] : [100, 60, 40]);
    }
  });
});

test("the first thousand returns of a member hold points, at most what a balance can have: more of them cost no time", async () => {
  const buyer = await newBuyer();
  await sell(buyer.key, [line(-0.01, freshKey("sale"))]);
  await sql`
    insert into awaiting (sale_id, original, until, holder, currency, held)
    select gen_random_uuid(), 'planted', now(), ${buyer.id}, c.id, 0.01 from currency c, generate_series(1, 1100) where c.position = 0`;
  expect((await buyer.standing())[2]).toBe(10);
  await sql`update awaiting set held = 99999999999 where original = 'planted'`;
  expect(await buyer.standing()).toEqual([100, 0, 99_999_999_999.9999]);
  expect(await redeem(buyer.key, 1)).toMatch(held);
  await sql`delete from awaiting where original = 'planted'`;
});

test("redemptions of members without waiting returns send no further statement", async () => {
  const recorder = database.openRecorder();
  const count = async (members: readonly string[]) => {
    const asked = members.map((key) => newRedemption(key, [{ reward: "none" }]));
    await insertAll(sql, redemption, asked);
    const client = { ...deps, database: { ...database, sql: recorder.sql } };
    return (
      await recorder.record(() =>
        processRedemptions(
          asked.map(({ id }) => id),
          client,
        ),
      )
    ).filter((text) => text.includes("a.holder = k.member")).length;
  };
  const [free, bound] = [await newBuyer(), await newBuyer()];
  await sell(bound.key, [line(-40, freshKey("sale"))]);
  expect([
    await count([free.key]),
    await count([bound.key, bound.key, free.key]),
    await count(times(3, () => free.key)),
  ]).toEqual([0, 1, 0]);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
