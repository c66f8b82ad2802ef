import { actions, decideSale, redemption, reward, sale, segment } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { keyOf, newRedemption, newReward, newSale, newSegment, times } from "../../../test/src/records.ts";
import type { Sql, Tx } from "./client.ts";
import { runAction } from "./object/object.action.ts";
import { fulfilRedemptions } from "./redemption/redemption.fulfil.ts";
import { parkSales } from "./sale/sale.park.ts";
import { postSales } from "./sale/sale.post.ts";
import { insertAll, openTestDatabase } from "./testing/database.ts";
import { plantDeadLetters } from "./testing/dead-letters.ts";
import { redemptionDeps } from "./testing/items.ts";
import { insertSales, openShop, planSales } from "./testing/shop.ts";
import { verifyBooks } from "./verify.ts";

const { sql } = await openTestDatabase();

/** Sales, returns, adjustments and redemptions; one sale pending, one awaiting, one redemption rejected, one pending. */
const shop = await openShop(sql, 3);
const ids = await insertSales(sql, [
  ...times(9, (index) => shop.newSale(index, 100 + index)),
  shop.newSale(0, -40),
  shop.newSale(1, -40),
]);
await postSales(sql, await planSales(sql, ids), decideSale);
const mug = newReward(undefined, { RewardCost: "20" });
const [rewardId = ""] = await insertAll(sql, reward, [mug]);
const addStock = actions.find((action) => action.name === "AddRewardStock");
if (!addStock) throw new Error("no AddRewardStock");
await runAction(sql, addStock, { id: rewardId, content: { RewardQuantity: 5 }, user: "api" });
const asked = [1, 2, 9].map((quantity) =>
  newRedemption(shop.members[0] as string, [{ reward: keyOf(mug, "ExternalID"), quantity }]),
);
await insertAll(sql, redemption, asked);
await fulfilRedemptions(
  sql,
  asked.slice(0, 3).map((one) => one.id),
  await redemptionDeps(sql),
);
const [open] = await insertAll(sql, redemption, [newRedemption("nobody", [{ reward: "none" }])]);
const [pending = "", parked = ""] = await insertSales(sql, [
  shop.newSale(0),
  newSale({ member: "nobody", store: shop.store, product: shop.product }),
]);
await parkSales(sql, [{ id: parked, memberExternalId: "nobody", storeCode: shop.store }]);
await insertAll(sql, segment, [newSegment()]);
const [dead = ""] = await plantDeadLetters(sql, sale, [shop.newSale(1)]);

/** Plants damage past the triggers, looks at the books, and takes the damage back. */
async function findingsAfter(damage: string): Promise<string[]> {
  const undo = new Error("undo");
  let found: string[] = [];
  await sql
    .begin(async (tx: Tx) => {
      await tx`set local session_replication_role = replica`;
      const { count } = await tx.unsafe(damage);
      if (count < 1) throw new Error("nothing was damaged");
      found = (await verifyBooks(tx as unknown as Sql)).map(({ invariant }) => invariant);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

const last = `(select id from ledger_entry where member = '${shop.memberIds[0]}' order by sequence desc limit 1)`;
const middle = `(select id from ledger_entry where member = '${shop.memberIds[0]}' and sequence = 2)`;
const completed = "(select id from sale where status = 'Resolved-Completed' order by id limit 1)";

const damages: [string, string, string][] = [
  [
    "I1 balance",
    "a balance that was raised",
    "update balance set balance = balance + 1, awarded = awarded + 1 where sequence > 0",
  ],
  ["I1 balance", "a balance whose row is gone", "delete from balance where sequence > 0"],
  ["I1 balance", "a sequence that was moved on", "update balance set sequence = sequence + 1 where sequence > 0"],
  [
    "I1 balance",
    "a head that is not the last entry's hash",
    "update balance set last_hash = sha256('x') where sequence > 0",
  ],
  ["I1 balance", "an entry taken from the end", `delete from ledger_entry where id = ${last}`],
  ["I1 balance", "an entry taken from the middle", `delete from ledger_entry where id = ${middle}`],
  ["I1 each MemberBalance", "an entry taken from the middle", `delete from ledger_entry where id = ${middle}`],
  [
    "I1 each MemberBalance",
    "an amount that was changed",
    `update ledger_entry set currency_awarded = currency_awarded + 1 where id = ${middle}`,
  ],
  [
    "I1 each MemberBalance",
    "a MemberBalance that was changed",
    `update ledger_entry set member_balance = member_balance + 1 where id = ${middle}`,
  ],
  [
    "I1 each MemberBalance",
    "a running total that was changed",
    `update ledger_entry set awarded_after = awarded_after + 1 where id = ${middle}`,
  ],
  [
    "I1 each MemberBalance",
    "a time that runs back",
    `update ledger_entry set create_date_time = create_date_time - interval '1 day' where id = ${middle}`,
  ],
  [
    "I1 hashes",
    "a time that was changed",
    `update ledger_entry set create_date_time = create_date_time + interval '1 ms' where id = ${last}`,
  ],
  ["I1 hashes", "a type that was changed", `update ledger_entry set type = 'Expiry' where id = ${middle}`],
  [
    "I1 hashes",
    "a source that was changed",
    `update ledger_entry set source_id = gen_random_uuid() where id = ${middle}`,
  ],
  [
    "I1 hashes",
    "an amount that was changed",
    `update ledger_entry set currency_awarded = currency_awarded + 1 where id = ${middle}`,
  ],
  ["I1 hashes", "a hash that was changed", `update ledger_entry set hash = sha256('x') where id = ${middle}`],
  ["I1 hashes", "an entry taken from the middle", `delete from ledger_entry where id = ${middle}`],
  [
    "I2",
    "a posted sale that is pending again",
    `update sale set status = 'Pending-Ready To Process' where id = ${completed}`,
  ],
  ["I2", "a posted sale that was rejected", `update sale set status = 'Resolved-Rejected' where id = ${completed}`],
  ["I3", "a pending sale that nothing waits for", `delete from pending where id = '${pending}'`],
  ["I3", "a parked sale that nothing wakes", `delete from awaiting where sale_id = '${parked}'`],
  ["I3", "a pending redemption that nothing waits for", `delete from pending where id = '${open}'`],
  ["I3", "a new segment that nothing waits for", "delete from pending where class = 'SegmentCase'"],
  ["I3", "a settled sale that is still pending", `insert into pending (class, id) select 'SaleCase', ${completed}`],
  ["I3", "a pending row of no sale", "insert into pending (class, id) values ('SaleCase', gen_random_uuid())"],
  [
    "I3",
    "a settled redemption that is still pending",
    `insert into pending (class, id) values ('RedemptionCase', '${asked[0]?.id}')`,
  ],
  ["I3", "a settled sale that still awaits", `insert into awaiting (sale_id, member) select ${completed}, 'x'`],
  ["I3", "a pending sale whose dead letter is gone", `delete from dead_letter where id = '${dead}'`],
  ["I3", "a dead letter that is pending too", `insert into pending (class, id) values ('SaleCase', '${dead}')`],
  ["I3", "a dead letter that awaits too", `insert into awaiting (sale_id, member) values ('${dead}', 'x')`],
  ["I3", "a dead letter that is settled", `update sale set status = 'Resolved-Rejected' where id = '${dead}'`],
  [
    "I3",
    "a failing row of nothing that is pending",
    `insert into failing (class, id, attempts, error, next_at) select 'SaleCase', ${completed}, 1, '', now()`,
  ],
  ["I4", "stock that was added to by hand", "update stock set added = added + 1, issued = issued + 1"],
  ["I4", "an item that took no stock", "update redemption_item set quantity = quantity + 1"],
  ["I5", "a total that is not what was awarded", "update balance set awarded = awarded + 1 where sequence > 0"],
  [
    "I6",
    "an item that is gone",
    "delete from redemption_item where redemption = (select redemption from redemption_item limit 1)",
  ],
  [
    "I6",
    "items of a redemption that was rejected",
    "update redemption set status = 'Resolved-Rejected' where status = 'Resolved-Completed'",
  ],
];

describe("verifyBooks", () => {
  test("finds nothing in books that are in order, whatever waits", async () => {
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test.each(damages)("finds under %s: %s", async (invariant, _, damage) => {
    expect((await findingsAfter(damage)).filter((found) => found.startsWith(invariant))).not.toEqual([]);
  });

  test("counts what is broken and names the first", async () => {
    const undo = new Error("undo");
    const damaged = sql.begin(async (tx: Tx) => {
      await tx`delete from pending where id = ${pending}`;
      expect(await verifyBooks(tx as unknown as Sql)).toEqual([
        { invariant: "I3 every record is settled, pending, awaiting or a dead letter", broken: 1, firstId: pending },
      ]);
      throw undo;
    });
    await expect(damaged).rejects.toBe(undo);
  });

  test("of the damage planted here left nothing behind", async () => expect(await verifyBooks(sql)).toEqual([]));
});
