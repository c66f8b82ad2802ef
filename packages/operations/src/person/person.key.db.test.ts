import type { Tx } from "@rewards/db";
import { member, type Programme, redemption, reward, sale, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newMember,
  newRedemption,
  newReward,
  newSale,
  newStore,
  type TestRecord,
  times,
} from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import { commitRedemptions } from "../../../db/src/redemption/redemption.commit.ts";
import { processRedemptions } from "../../../db/src/redemption/redemption.process.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { loadOpenSales } from "../../../db/src/sale/sale.load.ts";
import { parkSales } from "../../../db/src/sale/sale.park.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { balancesOf, insertSales, openShop, planSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { erasePerson } from "./person.erase.ts";

const database = await openTestDatabase(10);
const { sql } = database;
const catalogue = createCatalogueCache(sql);
const deps = { database, catalogue };
const author = { actor: "olga" };
const shop = await openShop(sql, 1);
const gift = newReward(undefined, { RewardCost: "", RewardType: "unlimited" });
await insertAll(sql, reward, [gift]);

const erase = (key: string) => erasePerson(sql, key, author);
const register = async (key: string) => (await insertAll(sql, member, [newMember(key)]))[0] as string;
const saleFor = (key: string, more = {}) => newSale({ member: key, store: shop.store, product: shop.product, ...more });
const redemptionFor = (key: string) => newRedemption(key, [{ reward: keyOf(gift, "ExternalID") }]);
const sell = async (key: string, more = {}) => (await insertSales(sql, [saleFor(key, more)]))[0] as string;

const rejected = {
  status: "Resolved-Rejected",
  confirmation_note: "Error_Member_Erased: when it was accepted, its MemberExternalID was an erased person's.",
};
const completed = { status: "Resolved-Completed" };
async function fatesOf(ids: readonly string[], noun = "sale") {
  const rows = await sql<{ id: string; status: string; confirmation_note: string }[]>`
    select id, status, confirmation_note from ${sql(noun)} where id = any(${[...ids]}::uuid[])`;
  return ids.map((id) => rows.find((row) => row.id === id));
}
/** A key that an erased person had. */
async function erasedKey(key = freshKey("erased")): Promise<string> {
  await register(key);
  await erase(key);
  return key;
}

/** Erases a person while records of theirs are inserted that the erasure does not see. */
const unseen = (key: string, insert: (tx: Tx) => Promise<unknown>) =>
  holding(sql, insert, async () => {
    await erase(key);
    return "commit";
  });

describe("a sale for the key of an erased person", () => {
  test("is rejected while nobody has the key, also if its store is missing too, and is named with the reason", async () => {
    const key = await erasedKey();
    const ids = [await sell(key), await sell(key, { store: freshKey("nowhere") })];
    const { settled, blocked } = await processSales(ids, deps);
    expect(settled.map(({ id, reason }) => [id, reason])).toEqual(ids.map((id) => [id, "Error_Member_Erased"]));
    expect(blocked).toEqual([]);
    expect(await fatesOf(ids)).toMatchObject([rejected, rejected]);
    expect(await sql`select from awaiting where sale_id = any(${ids}::uuid[])`).toHaveLength(0);
    expect(await sql`select from pending where id = any(${ids}::uuid[])`).toHaveLength(0);
  });

  test("is not credited to who registers the key before a worker takes it; what is accepted later is", async () => {
    const key = await erasedKey();
    const early = await sell(key);
    const holder = await register(key);
    const late = await sell(key);
    await processSales([early, late], deps);
    expect(await fatesOf([early, late])).toMatchObject([rejected, completed]);
    expect(await balancesOf(sql, [holder])).toEqual([10]);
  });

  test("is rejected if its insert ended after the erasure, and not credited to the next holder", async () => {
    for (const isRegistered of [false, true]) {
      const key = freshKey("erased");
      const [first, of, asked] = [await register(key), saleFor(key), redemptionFor(key)];
      await unseen(key, async (tx) => {
        await insertGroup(tx as never, sale, [of]);
        await insertGroup(tx as never, redemption, [asked]);
      });
      const holders = isRegistered ? [await register(key)] : [];
      await processSales([of.id], deps);
      await processRedemptions([asked.id], deps);
      expect(await fatesOf([of.id])).toMatchObject([rejected]);
      expect(await balancesOf(sql, [first, ...holders])).toEqual([0, ...holders.map(() => 0)]);
      const [redeemed] = await fatesOf([asked.id], "redemption");
      expect(redeemed?.status).toBe("Resolved-Rejected");
    }
  });

  test("is not credited to a second or third holder either", async () => {
    const key = await erasedKey();
    const ofNobody = await sell(key);
    const second = await register(key);
    const ofSecond = await sell(key);
    await erase(key);
    const ofNobodyAgain = await sell(key);
    const third = await register(key);
    const ofThird = await sell(key);
    const ids = [ofNobody, ofSecond, ofNobodyAgain, ofThird];
    await processSales(ids, deps);
    expect(await fatesOf(ids)).toMatchObject([rejected, completed, rejected, completed]);
    expect(await balancesOf(sql, [second, third])).toEqual([10, 10]);
  });

  test("is rejected if the person was never registered, and had sales alone", async () => {
    const key = freshKey("never-registered");
    const waiting = await sell(key);
    await processSales([waiting], deps);
    await erase(key);
    const later = await sell(key);
    await processSales([later], deps);
    expect(await fatesOf([waiting, later])).toMatchObject([
      { confirmation_note: expect.stringMatching(/^Error_Record_Discarded: /) },
      rejected,
    ]);
  });

  test("has a key of any script", async () => {
    const key = await erasedKey("Zoë \\x41 '會員'");
    const id = await sell(key);
    await processSales([id], deps);
    expect(await fatesOf([id])).toMatchObject([rejected]);
  });

  test("waits if the erasure found nothing, and is the new member's", async () => {
    const key = freshKey("unheard-of");
    expect(await erase(key)).toBeUndefined();
    const id = await sell(key);
    await processSales([id], deps);
    expect(await fatesOf([id])).toMatchObject([{ status: "Pending-Awaiting Reference" }]);
    const holder = await register(key);
    await processSales([id], deps);
    expect(await balancesOf(sql, [holder])).toEqual([10]);
  });
});

test("a sale that waits for its store while its member is erased is posted to the erased member", async () => {
  const [key, at] = [freshKey("erased"), newStore()];
  const first = await register(key);
  const id = await sell(key, { store: keyOf(at, "StoreCode") });
  await processSales([id], deps);
  await erase(key);
  const next = await register(key);
  await insertAll(sql, store, [at]);
  await processSales([id], deps);
  expect(await fatesOf([id])).toMatchObject([completed]);
  expect(await balancesOf(sql, [first, next])).toEqual([10, 0]);
});

describe("a return of a rejected sale", () => {
  test("does not wait: it is rejected with the same key, and completes with another member's", async () => {
    const key = await erasedKey();
    const of = saleFor(key);
    const back = [
      { ProductCode: shop.product, Quantity: -1, TotalAmount: -10, OriginalSaleExternalID: keyOf(of, "ExternalID") },
    ];
    const returns = [
      saleFor(key, { more: { SaleItems: back } }),
      saleFor(shop.members[0] as string, { more: { SaleItems: back } }),
    ];
    const ids = await insertSales(sql, [...returns, of]);
    await processSales([ids[2] as string], deps);
    await processSales(ids, deps);
    expect(await fatesOf(ids)).toMatchObject([
      rejected,
      {
        ...completed,
        confirmation_note: expect.stringMatching(/^Sale \S+ was rejected: nothing taken back for it\.$/),
      },
      rejected,
    ]);
  });
});

describe("a redemption for the key of an erased person", () => {
  test("is rejected, and takes nothing from who registers the key before a worker takes it", async () => {
    const key = await erasedKey();
    const early = redemptionFor(key);
    await insertAll(sql, redemption, [early]);
    await register(key);
    const late = redemptionFor(key);
    await insertAll(sql, redemption, [late]);
    await processRedemptions([early.id, late.id], deps);
    expect(await fatesOf([early.id, late.id], "redemption")).toMatchObject([rejected, completed]);
    expect(await sql`select from redemption_item where redemption = ${early.id}`).toHaveLength(0);
  });

  test("that was loaded before the erasure and the next registration stays pending, and is rejected then", async () => {
    const key = freshKey("erased");
    const holder = await register(key);
    const asked = redemptionFor(key);
    const redemptions = [{ id: asked.id, memberExternalId: key, lines: [] }];
    const { programmes } = await catalogue.read(new Set(), new Set());
    const members = new Map([
      [key, { id: holder, externalId: key, programme: programmes.get("REWARDS") as Programme }],
    ]);
    await unseen(key, (tx) => insertGroup(tx as never, redemption, [asked]));
    await register(key);
    const batch = { redemptions, members, offers: new Map(), mintCode: () => "", limits: undefined };
    expect((await commitRedemptions(sql, batch, "wait")).settled).toEqual([]);
    await processRedemptions([asked.id], deps);
    expect(await fatesOf([asked.id], "redemption")).toMatchObject([rejected]);
  });
});

describe("between the load of a sale and its posting", () => {
  test("an erasure and the next registration leave it pending, and it is rejected then", async () => {
    const key = freshKey("erased");
    const first = await register(key);
    const [plan] = await planSales(sql, [await sell(key)]);
    const of = saleFor(key);
    await unseen(key, (tx) => insertGroup(tx as never, sale, [of]));
    const next = await register(key);
    // As if it had been loaded while the first member had the key.
    expect((await postSales(sql, [{ ...(plan as NonNullable<typeof plan>), id: of.id }])).settled).toEqual([]);
    await processSales([of.id], deps);
    expect(await fatesOf([of.id])).toMatchObject([rejected]);
    expect(await balancesOf(sql, [first, next])).toEqual([0, 0]);
  });

  test("a registration that is under way is waited for, and does not get the sale", async () => {
    const key = await erasedKey();
    const id = await sell(key);
    const loaded = await loadOpenSales(sql, [id]);
    const next = newMember(key);
    let parking: ReturnType<typeof parkSales> | undefined;
    await holding(
      sql,
      (tx) => insertGroup({ begin: (run: (tx: unknown) => unknown) => run(tx) } as never, member, [next]),
      async () => {
        parking = parkSales(sql, loaded);
        await untilWaiting(sql);
        return "commit";
      },
    );
    expect((await parking)?.again).toEqual([]);
    expect(await fatesOf([id])).toMatchObject([rejected]);
    expect(await balancesOf(sql, [next.id])).toEqual([0]);
  });

  test("an erasure that is under way is waited for", async () => {
    const key = freshKey("never-registered");
    const [earlier, id] = [await sell(key), await sell(key)];
    await processSales([earlier], deps);
    const loaded = await loadOpenSales(sql, [id]);
    expect(loaded).toHaveLength(1);
    const [parked] = await Promise.all([parkSales(sql, loaded), erase(key)]);
    await processSales(parked.again, deps);
    const [fate] = await fatesOf([id]);
    expect(fate?.status).toBe("Resolved-Rejected");
  });
});

test("people are erased and their keys registered again while sales arrive: each sale is its own holder's or rejected", async () => {
  const keys = times(8, () => freshKey("reused"));
  for (const key of keys) await register(key);
  let isRunning = true;
  const all: TestRecord[] = [];
  const selling = async () => {
    while (isRunning) {
      const sales = keys.map((key) => saleFor(key));
      all.push(...sales);
      await processSales(await insertSales(sql, sales), deps);
    }
  };
  const reusing = async () => {
    for (let round = 0; round < 6; round += 1)
      for (const key of keys) {
        await erase(key);
        await register(key);
      }
    isRunning = false;
  };
  await Promise.all([selling(), selling(), reusing()]);
  await processSales(
    all.map(({ id }) => id),
    deps,
  );
  const rows = await sql<{ status: string }[]>`
    select distinct status from sale where id = any(${all.map(({ id }) => id)}::uuid[]) order by status`;
  expect(rows.map(({ status }) => status)).toEqual(["Resolved-Completed", "Resolved-Rejected"]);
  const wrong = await sql`
    select from ledger_entry e join sale s on s.id = e.source_id join member m on m.id = e.member
    where s.create_date_time < m.key_since or m.external_id <> s.member_external_id`;
  expect(wrong).toHaveLength(0);
});

test("after all of this the books add up, and no key of an erased person is stored in clear with its erasure", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
  expect(await sql`select from erased_key where hash !~ '^sha256:[0-9a-f]{64}$'`).toHaveLength(0);
});
