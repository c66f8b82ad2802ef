import { member, product, programmeFile } from "@rewards/domain";
import { keyOf, newMember, newProduct, newSale } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { insertSales, type Shop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";

const rules = [
  { id: "COFFEE2", where: { category: ["Coffee"] }, gives: { multiplier: "2" } },
  { id: "CAPPED", gives: { bonus: "8" }, cap: { points: "10", per: "campaign" } },
  {
    id: "CARD",
    where: { category: ["Coffee"] },
    gives: { bonus: "9" },
    every: { quantity: "3", per: "campaign", times: 2 },
  },
  { id: "BEST1", group: "BEST", gives: { bonus: "3" } },
  { id: "BEST2", group: "BEST", minimumSpend: "50", gives: { bonus: "4" } },
];

/** A programme with rules: two sales meet a cap, goods of the first come back, and then its price is lowered. */
export async function earnByRules(sql: Sql, shop: Shop) {
  const currencies = [{ name: "Beans" }];
  const file = programmeFile.parse({
    programmes: [{ businessId: "BEANS", name: "Beans", currencies, earning: { rules } }],
  });
  await applyProgrammes(sql, file, { actor: "ann" });
  const coffee = newProduct(undefined, { Category: "Coffee" });
  await insertAll(sql, product, [coffee]);
  const of = newMember(undefined, { ProgramBusinessID: "BEANS" });
  const [drinker = ""] = await insertAll(sql, member, [of]);
  const sell = (total: number, quantity = Math.sign(total), original?: string) =>
    newSale({
      ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: "" },
      more: {
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
  const [row] = await sql<{ id: string }[]>`select id from currency where name = 'Beans'`;
  return { drinker, beans: row?.id ?? "", ruledSale, ruledReturn };
}
