import { member, product, redemption, reward, sale, store } from "@rewards/domain";
import {
  keyOf,
  newMember,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newStore,
} from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { fulfilRedemptions } from "../../../db/src/redemption/redemption.process.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { act } from "../../../db/src/testing/act.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { redemptionDeps } from "../../../db/src/testing/items.ts";
import { insertSales, planSales, type Shop } from "../../../db/src/testing/shop.ts";
import { discardDeadLetter } from "../dead-letter/dead-letter.discard.ts";
import { replayDeadLetter } from "../dead-letter/dead-letter.replay.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { plantDeadLetters } from "./dead-letters.ts";

const author = { actor: "ann" };

const line = (product: string, total: number, quantity = Math.sign(total)) => ({
  ProductCode: product,
  Quantity: quantity,
  TotalAmount: total,
});

/** Sales that earn in part, nothing, or in another store. Products and stores are edited and deleted afterwards. */
export async function sellOddly(sql: Sql, shop: Shop) {
  const [excluded, passing] = [newProduct(undefined, { Incentivizable: false }), newProduct()];
  const [closed, moving] = [newStore(undefined, { IsParticipating: false }), newStore()];
  const [excludedId = "", passingId = ""] = await insertAll(sql, product, [excluded, passing]);
  const [, movingId = ""] = await insertAll(sql, store, [closed, moving]);
  const [buyer = ""] = shop.members;
  const [nothing, goods] = [keyOf(excluded, "ProductCode"), keyOf(passing, "ProductCode")];
  const sell = (items: readonly object[], at = shop.store) =>
    newSale({ member: buyer, store: at, product: "", more: { SaleItems: items } });
  const ids = await insertSales(sql, [
    sell([line(nothing, 50), line(goods, 10.5), line("unheard-of", 5)]),
    sell([line(nothing, 50)]),
    sell([line(goods, 20)], keyOf(closed, "StoreCode")),
    sell([line(goods, 30), line(shop.product, -12), line(goods, 0, 1)], keyOf(moving, "StoreCode")),
    sell([line("an odd, code.", 7), line(goods, 3)]),
    sell(Array.from({ length: 12 }, (_, n) => line(`none-${n}`, 1))),
  ]);
  await postSales(sql, await planSales(sql, ids));
  await act(sql, "Edit", "store", movingId, {
    StoreCode: `${keyOf(moving, "StoreCode")}-moved`,
    Address: { City: "Köln" },
  });
  await act(sql, "Edit", "store", movingId, { IsParticipating: false, Address: { City: "Bonn" } });
  await act(sql, "Edit", "product", passingId, { Incentivizable: false });
  await act(sql, "Edit", "product", excludedId, { Incentivizable: true, Name: "Now it earns" });
  await act(sql, "DeleteObject", "product", passingId);
  const [partly = "", unearned = "", closedSale = "", mixed = ""] = ids;
  return { partly, unearned, closedSale, mixed, movingId, moving: keyOf(moving, "StoreCode") };
}

/** A sale of two lines, with returns of some units that name it, and a return line that names no sale. */
export async function giveBack(sql: Sql, shop: Shop) {
  const [, buyer = ""] = shop.members;
  const sell = (items: readonly object[]) =>
    newSale({ member: buyer, store: shop.store, product: "", more: { SaleItems: items } });
  const bought = sell([line(shop.product, 10, 3), line(shop.product, 4.5, 1)]);
  const [original = ""] = await insertSales(sql, [bought]);
  await postSales(sql, await planSales(sql, [original]));
  const named = { OriginalSaleExternalID: keyOf(bought, "ExternalID") };
  const returned: string[] = [];
  for (const items of [
    [{ ...line(shop.product, -3.33), ...named }],
    [line(shop.product, -2.5), { ...line(shop.product, -12, -3), ...named }],
  ]) {
    const ids = await insertSales(sql, [sell(items)]);
    await postSales(sql, await planSales(sql, ids));
    returned.push(...ids);
  }
  const [someBack = "", allBack = ""] = returned;
  return { original, someBack, allBack };
}

/**
 * A sale with a void and a reduction, of which a unit comes back and whose price is lowered later; a product's code is
 * changed between.
 */
export async function lowerPrices(sql: Sql, shop: Shop) {
  const [, , buyer = ""] = shop.members;
  const goods = newProduct();
  const [goodsId = ""] = await insertAll(sql, product, [goods]);
  const code = keyOf(goods, "ProductCode");
  const sell = (items: readonly object[]) =>
    newSale({ member: buyer, store: shop.store, product: "", more: { SaleItems: items } });
  const settle = async (sale: ReturnType<typeof sell>) => {
    const [id = ""] = await insertSales(sql, [sale]);
    await postSales(sql, await planSales(sql, [id]));
    return id;
  };
  const bought = sell([
    line(code, 20, 2),
    line(code, 4, 1),
    line(code, -10),
    line("sale-off", -1.5, 0),
    line(shop.product, 6),
  ]);
  const reduced = await settle(bought);
  await act(sql, "Edit", "product", goodsId, { ProductCode: `${code}-new` });
  const named = { OriginalSaleExternalID: keyOf(bought, "ExternalID") };
  const cheaper = await settle(
    sell([
      { ...line(`${code}-new`, -4), ...named },
      { ...line(`${code}-new`, -2, 0), ...named },
      { ...line("goodwill", -3, 0), ...named },
    ]),
  );
  return { reduced, cheaper };
}

/** Another programme, whose rate is changed between two sales. */
export async function changeRate(sql: Sql, shop: Shop) {
  const club = (rate: string) => ({
    programmes: [
      {
        ...{ businessId: "CLUB", name: "Club", description: "", timeZone: "UTC" },
        currencies: [
          { name: "Stars", description: "" },
          { name: "Miles", description: "" },
        ],
        earning: { rate, rounding: "half-up" as const, fractionDigits: 1, rules: [] },
        returns: { waitDays: 30, windowDays: 0 },
      },
    ],
  });
  await applyProgrammes(sql, club("2"), author);
  const of = newMember(undefined, { ProgramBusinessID: "CLUB" });
  const [memberId = ""] = await insertAll(sql, member, [of]);
  const sold: string[] = [];
  for (const rate of ["2", "0.33"]) {
    await applyProgrammes(sql, club(rate), author);
    const ids = await insertSales(sql, [
      newSale({ member: keyOf(of, "ExternalID"), store: shop.store, product: shop.product, total: 11.11 }),
    ]);
    await postSales(sql, await planSales(sql, ids));
    sold.push(...ids);
  }
  for (const [name, amount] of [
    ["Miles", 12.5],
    ["Miles", -2.5],
    ["Stars", -1],
  ] as const)
    await act(sql, "AddBalance", "member", memberId, { AdjustBalances: { Amount: amount, Name: name } });
  const [before = "", after = ""] = sold;
  const [stars] = await sql<{ id: string }[]>`select id from currency where name = 'Stars'`;
  return { clubMember: memberId, stars: stars?.id ?? "", before, after };
}

/** A redemption of several lines with and without codes, and a reward that is deleted and created again. */
export async function redeemMuch(sql: Sql, shop: Shop) {
  const key = keyOf(newReward(), "ExternalID");
  const [first, again] = [
    newReward(key, { Name: "Cup", RewardCost: "1.5" }),
    newReward(key, { Name: "Other cup", RewardCost: "2" }),
  ];
  const ending = newReward(undefined, {
    Name: "Ticket",
    RewardType: "digital",
    RewardCost: "0.25",
    RewardExpiration: "2199-01-01T00:00:00Z",
  });
  const [firstId = ""] = await insertAll(sql, reward, [first]);
  await insertAll(sql, reward, [ending]);
  await act(sql, "AddRewardStock", "reward", firstId, { RewardQuantity: 10 });
  await act(sql, "AddRewardStock", "reward", firstId, { RewardQuantity: 3 });
  const [buyer = ""] = shop.members;
  const lines = [
    { reward: key, quantity: 2, voucherCode: "given-1" },
    { reward: key, quantity: 1 },
    { reward: keyOf(ending, "ExternalID"), quantity: 4 },
    { reward: keyOf(ending, "ExternalID"), quantity: 4, voucherCode: "Given 2" },
  ];
  const fulfil = async (asked: readonly (typeof lines)[number][]) => {
    const [id = ""] = await insertAll(sql, redemption, [newRedemption(buyer, asked)]);
    await fulfilRedemptions(sql, [id], await redemptionDeps(sql));
    return id;
  };
  const many = await fulfil(lines);
  await act(sql, "DeleteObject", "reward", firstId);
  const [againId = ""] = await insertAll(sql, reward, [again]);
  await act(sql, "AddRewardStock", "reward", againId, { RewardQuantity: 1 });
  return { cupId: firstId, many, manyAgain: await fulfil([{ reward: key, quantity: 1, voucherCode: "" }]) };
}

/** A dead letter that is discarded, and one that is replayed and posted. */
export async function operate(sql: Sql, shop: Shop) {
  const [discarded = "", replayed = ""] = await plantDeadLetters(sql, sale, [shop.newSale(1), shop.newSale(2)]);
  await discardDeadLetter(sql, sale, discarded, { author, reason: "sent twice" });
  await replayDeadLetter(sql, sale, replayed, { author, isEnqueued: false });
  await postSales(sql, await planSales(sql, [replayed]));
  return { discarded, replayed };
}
