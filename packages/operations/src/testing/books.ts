import { addBalance, redemption, reward, segment } from "@rewards/domain";
import { keyOf, newClaim, newRedemption, newReward, newSale, newSegment, times } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { fulfilRedemptions } from "../../../db/src/redemption/redemption.process.ts";
import { expireItems } from "../../../db/src/redemption-item/redemption-item.expire.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { parkSales } from "../../../db/src/sale/sale.park.ts";
import { act, actionPath } from "../../../db/src/testing/act.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { expireByHand, mintItems, redemptionDeps } from "../../../db/src/testing/items.ts";
import { pointsId } from "../../../db/src/testing/ledger.ts";
import { insertSales, openShop, planSales, type Shop } from "../../../db/src/testing/shop.ts";
import { writeDays } from "../ledger-day/ledger-day.write.ts";
import { writeHeads } from "../ledger-head/ledger-head.write.ts";
import { changeRate, giveBack, lowerPrices, operate, redeemMuch, sellOddly } from "./books.features.ts";
import { mergeTwo } from "./books.merges.ts";
import { payWithPoints } from "./books.payments.ts";
import { repriceLate } from "./books.reprice.ts";
import { earnByRules } from "./books.rules.ts";
import { countForTiers } from "./books.tiers.ts";
import { waitForSale } from "./books.waiting.ts";

const dayMs = 86_400_000;

/**
 * Fills the books with records of every kind and state: settled, waiting, rejected, used, expired. Returns most of them
 * by UUID. It writes the period heads and the totals of days as if today
 * were over, so an entry posted afterwards breaks them.
 */
export async function fillBooks(sql: Sql) {
  const shop = await openShop(sql, 4);
  const [buyer = "", other = "", , idle = ""] = shop.memberIds;
  const adjusted = await fillLedger(sql, shop, other);
  const rewards = await fillRewards(sql, shop);
  const waiting = await fillLists(sql, shop);
  const features = {
    ...(await sellOddly(sql, shop)),
    ...(await giveBack(sql, shop)),
    ...(await waitForSale(sql, shop)),
    ...(await lowerPrices(sql, shop)),
    ...(await repriceLate(sql, shop)),
    ...(await changeRate(sql, shop)),
    ...(await earnByRules(sql, shop)),
    ...(await countForTiers(sql, shop)),
    ...(await redeemMuch(sql, shop)),
    ...(await mergeTwo(sql)),
    paid: await payWithPoints(sql),
    ...(await operate(sql, shop)),
  };
  await act(sql, "AddBalance", "member", other, { AdjustBalances: { Amount: -3, Name: "Points" } }, claimOf(other));
  await sql`
    insert into idempotency_key (caller, method, path, key, content_hash, object_id, status)
    values ('caller', 'POST', '/objects', 'known', 'x', ${buyer}, 'Open-Active')`;
  await writeHeads(sql, { clockMs: Date.now() + 2 * dayMs });
  await writeDays(sql, { clockMs: Date.now() + 2 * dayMs });
  const [middle] = await sql<{ id: string; source_id: string }[]>`
    select id, source_id from ledger_entry where member = ${buyer} and sequence = 2`;
  const [last] = await sql<{ id: string; sequence: string }[]>`
    select id, sequence from ledger_entry where member = ${buyer} order by sequence desc limit 1`;
  const [head] = await sql<{ until: Date }[]>`select max(until) as until from ledger_period_head`;
  if (!middle || !last || !head) throw new Error("the books were not filled");
  return {
    ...{
      shop,
      buyer,
      idle,
      currency: pointsId,
      adjusted,
      other,
      headed: head.until.toISOString(),
      ...rewards,
      ...waiting,
      ...features,
    },
    /** The buyer's second entry, its sale, and the buyer's last entry. */
    ...{ middle: middle.id, completed: middle.source_id, last: last.id, lastSequence: last.sequence },
  };
}

const claimOf = (memberId: string) =>
  newClaim("taken", {}, { caller: "till", method: "PATCH", path: actionPath(addBalance, memberId) });

/** Posts sales, returns, and an adjustment of `other`; returns the adjustment's UUID. */
async function fillLedger(sql: Sql, shop: Shop, other: string): Promise<string> {
  const ids = await insertSales(sql, [
    ...times(9, (index) => shop.newSale(index % 3, 100 + index)),
    shop.newSale(0, -40),
    shop.newSale(1, -40),
  ]);
  await postSales(sql, await planSales(sql, ids));
  await act(sql, "AddBalance", "member", other, { AdjustBalances: { Amount: 7, Name: "Points", Reason: "Goodwill" } });
  const [row] = await sql<{ id: string }[]>`select id from adjustment`;
  return row?.id ?? "";
}

/** Adds completed and rejected redemptions, and open, used and expired vouchers. */
async function fillRewards(sql: Sql, shop: Shop) {
  const [mug, picture] = [newReward(undefined, { RewardCost: "20" }), newReward(undefined, { RewardType: "digital" })];
  const [mugId = "", pictureId = ""] = await insertAll(sql, reward, [mug, picture]);
  await act(sql, "AddRewardStock", "reward", mugId, { RewardQuantity: 9 });
  const [buyer = ""] = shop.members;
  const asked = [1, 2, 9].map((quantity) => newRedemption(buyer, [{ reward: keyOf(mug, "ExternalID"), quantity }]));
  const [single = "", double = "", rejected = ""] = await insertAll(sql, redemption, asked);
  await fulfilRedemptions(sql, [single, double, rejected], await redemptionDeps(sql));
  const [item] = await sql<{ id: string }[]>`select id from redemption_item where redemption = ${single}`;
  const [used = "", expired = "", open = "", locked = ""] = await mintItems(sql, 4);
  await act(sql, "Use", "redemption_item", used);
  for (const LockedBy of ["TILL-7", "TILL-8"]) {
    await act(sql, "Lock", "redemption_item", locked, { LockedBy, LockMinutes: 15 });
    if (LockedBy === "TILL-7") await act(sql, "Unlock", "redemption_item", locked, { LockedBy });
  }
  await expireByHand(sql, [expired]);
  await expireItems(sql);
  const [back = "", kept = ""] = await insertAll(
    sql,
    redemption,
    times(2, () =>
      newRedemption(
        shop.members[2] ?? "",
        times(2, () => ({ reward: keyOf(mug, "ExternalID"), quantity: 1 })),
      ),
    ),
  );
  await fulfilRedemptions(sql, [back, kept], await redemptionDeps(sql));
  await act(sql, "Cancel", "redemption", back, { Reason: "Closed" });
  const [cancelled] = await sql<
    { id: string }[]
  >`select min(id::text) as id from redemption_item where redemption = ${kept}`;
  await act(sql, "Cancel", "redemption_item", cancelled?.id ?? "");
  return {
    back,
    kept,
    cancelled: cancelled?.id ?? "",
    payer: shop.memberIds[2] ?? "",
    mugId,
    pictureId,
    single,
    double,
    rejected,
    mugItem: item?.id ?? "",
    used,
    expired,
    open,
    locked,
  };
}

/** Adds records that are pending, failing, awaiting or dead letters. */
async function fillLists(sql: Sql, shop: Shop) {
  const [unsettled = ""] = await insertAll(sql, redemption, [newRedemption("nobody", [{ reward: "none" }])]);
  const [unopened = ""] = await insertAll(sql, segment, [newSegment()]);
  const [pending = "", parked = "", dead = ""] = await insertSales(sql, [
    shop.newSale(0),
    newSale({ member: "nobody", store: shop.store, product: shop.product }),
    shop.newSale(1),
  ]);
  await parkSales(sql, [{ id: parked, memberExternalId: "nobody", storeCode: shop.store }]);
  await sql`insert into failing (class, id, attempts, error, next_at) values ('SaleCase', ${pending}, 1, 'x', now())`;
  await sql`delete from pending where id = ${dead}`;
  await sql`
    insert into dead_letter (class, id, reason, error, attempts, first_at, last_at, job, trace)
    values ('SaleCase', ${dead}, 'x', 'x', 9, now(), now(), '', '')`;
  return { unsettled, unopened, pending, parked, dead };
}
