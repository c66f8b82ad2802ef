import { member, product, programmeFile, segment } from "@rewards/domain";
import { keyOf, newMember, newProduct, newSale, newSegment, type TestRecord } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { act } from "../../../db/src/testing/act.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { insertSales, type Shop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";

const rules = [
  { id: "COFFEE2", where: { category: ["Coffee"] }, gives: { multiplier: "2" } },
  {
    ...{ id: "CAPPED", from: "2026-01-02T03:04:05", where: { day: ["Fri"], time: ["22:00", "03:05"] } },
    ...{ gives: { bonus: "8" }, cap: { points: "10", per: "week" } },
  },
  {
    id: "CARD",
    where: { category: ["Coffee"] },
    gives: { bonus: "9" },
    every: { quantity: "3", per: "campaign", times: 2 },
  },
  { id: "FANS", where: { segment: ["Fans"] }, gives: { bonus: "7" } },
  { id: "BEST1", group: "BEST", gives: { bonus: "3" } },
  { id: "BEST2", group: "BEST", minimumSpend: "50", gives: { bonus: "4" } },
];

/**
 * A programme with rules: two sales meet a cap, goods of the first come back, and then its price is lowered. Another
 * member buys while it is in a segment, leaves it, and comes again.
 */
export async function earnByRules(sql: Sql, shop: Shop) {
  const currencies = [{ name: "Beans" }];
  const file = programmeFile.parse({
    programmes: [{ businessId: "BEANS", name: "Beans", currencies, earning: { rules } }],
  });
  await applyProgrammes(sql, file, { actor: "ann" });
  const coffee = newProduct(undefined, { Category: "Coffee" });
  await insertAll(sql, product, [coffee]);
  const [of, fan] = [1, 2].map(() => newMember(undefined, { ProgramBusinessID: "BEANS" })) as [TestRecord, TestRecord];
  const [drinker = "", fanId = ""] = await insertAll(sql, member, [of, fan]);
  const sell = (total: number, quantity = Math.sign(total), original?: string, by: object = {}) =>
    newSale({
      ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: "" },
      more: {
        ...by,
        SaleItems: [
          {
            ...{ ProductCode: keyOf(coffee, "ProductCode"), Quantity: quantity, TotalAmount: total },
            ...(original !== undefined && { OriginalSaleExternalID: original }),
          },
        ],
      },
    });
  const settle = async (sale: ReturnType<typeof sell>) => {
    const [id = ""] = await insertSales(sql, [sale]);
    await settleSales(sql, [id]);
    return id;
  };
  const first = sell(60, 4);
  const ruledSale = await settle(first);
  await settle(sell(10));
  const ruledReturn = await settle(sell(-30, -2, keyOf(first, "ExternalID")));
  await settle(sell(-5, 0, keyOf(first, "ExternalID")));
  const [fans = ""] = await insertAll(sql, segment, [newSegment("Fans")]);
  const keys = { MemberExternalIDs: [keyOf(fan, "ExternalID")] };
  await act(sql, "AddMembers", "segment", fans, keys);
  const bought = { MemberExternalID: keyOf(fan, "ExternalID"), SaleDateTime: new Date().toISOString() };
  await settle(sell(5, 1, undefined, bought));
  await act(sql, "RemoveMembers", "segment", fans, keys);
  await act(sql, "AddMembers", "segment", fans, keys);
  const [row] = await sql<{ id: string }[]>`select id from currency where name = 'Beans'`;
  return { drinker, fan: fanId, beans: row?.id ?? "", ruledSale, ruledReturn };
}
