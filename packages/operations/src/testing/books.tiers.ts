import { member, programmeFile } from "@rewards/domain";
import { keyOf, newMember, newSale } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import { insertSales, type Shop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";

const levels = [{ name: "Silver", from: "50" }];
const rules = [{ id: "SILVER2", where: { tier: ["Silver"] }, gives: { multiplier: "2" } }];
const programmes = [
  { businessId: "TIERED", counts: "base", period: "year" },
  { businessId: "SPENT", counts: "spend", period: "month" },
  { businessId: "GIVEN", counts: "points", period: "quarter" },
].map(({ businessId, ...tiers }) => ({
  ...{ businessId, name: businessId, currencies: [{ name: businessId }], earning: { rules } },
  tiers: { ...tiers, levels },
}));

/** A member of each of three programmes reaches a tier, buys at it, and brings goods of other periods back. */
export async function countForTiers(sql: Sql, { store, product }: Shop) {
  await applyProgrammes(sql, programmeFile.parse({ programmes }), { actor: "ann" });
  const buyers = programmes.map(({ businessId }) => newMember(undefined, { ProgramBusinessID: businessId }));
  const [tiered = "", spender = ""] = await insertAll(sql, member, buyers);
  const sales: string[] = [];
  for (const buyer of buyers) {
    const sell = async (total: number, SaleDateTime: string, original?: string) => {
      const sale = newSale({
        ...{ member: keyOf(buyer, "ExternalID"), store, product },
        more: {
          SaleDateTime,
          SaleItems: [
            {
              ...{ ProductCode: product, Quantity: Math.sign(total), TotalAmount: total },
              ...(original !== undefined && { OriginalSaleExternalID: original }),
            },
          ],
        },
      });
      const [id = ""] = await insertSales(sql, [sale]);
      await settleSales(sql, [id]);
      sales.push(id);
      return keyOf(sale, "ExternalID");
    };
    const first = await sell(60, "2025-12-31T12:00:00Z");
    await sell(30.5, "2026-02-01T12:00:00Z");
    await sell(0.6, "2026-03-01T12:00:00Z");
    await sell(-3, "2026-03-01T13:00:00Z");
    await sell(-20, "2026-03-02T12:00:00Z", first);
    await sell(-80, "2026-03-03T12:00:00Z", first);
  }
  const [row] = await sql<{ id: string }[]>`select id from currency where name = 'TIERED'`;
  return { tiered, spender, tierCurrency: row?.id ?? "", tierSale: sales[1] ?? "" };
}
