import { keyOf } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { act } from "../../../db/src/testing/act.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";

/** Merges a member with points into another one, and then takes a return of one of its sales. */
export async function mergeTwo(sql: Sql) {
  const shop = await openShop(sql, 2);
  const [stays = "", ends = ""] = shop.memberIds;
  const bought = [shop.newSale(0, 20), shop.newSale(1, 30)];
  await settleSales(sql, await insertSales(sql, bought));
  await act(sql, "Merge", "member", stays, { FromMemberExternalID: shop.members[1] });
  const back = shop.newSale(0, -30);
  const [item] = back.content["SaleItems"] as object[];
  const original = keyOf(bought[1] as (typeof bought)[number], "ExternalID");
  const content = { ...back.content, SaleItems: [{ ...item, OriginalSaleExternalID: original }] };
  await settleSales(sql, await insertSales(sql, [{ ...back, content }]));
  const [merge] = await sql<{ id: string }[]>`select id from member_merge where from_member = ${ends}`;
  return { stays, ends, merge: merge?.id ?? "" };
}
