import type { Sql } from "../../../db/src/client.ts";
import { act } from "../../../db/src/testing/act.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";

/** Payments of three members, given back in parts: one whole, one not at all, and one of a member that was merged. */
export async function payWithPoints(sql: Sql) {
  await sql`update programme set payment_points = 100, payment_value = 1.5 where business_id = 'REWARDS'`;
  const shop = await openShop(sql, 3);
  const [pays = "", has = "", merged = ""] = shop.memberIds;
  await settleSales(
    sql,
    await insertSales(
      sql,
      [0, 1, 2].map((index) => shop.newSale(index, 100)),
    ),
  );
  const pay = (id: string, Reference: string, Points: number) =>
    act(sql, "PayWithPoints", "member", id, { Reference, Points });
  const giveBack = (id: string, Reference: string, Points?: number) =>
    act(sql, "CancelPayment", "member", id, { Reference, Points });
  await pay(pays, "P-1", 33.3333);
  await pay(pays, "P-2", 10);
  await giveBack(pays, "P-1", 3.3333);
  await giveBack(pays, "P-1");
  await pay(merged, "P-1", 40);
  await act(sql, "Merge", "member", has, { FromMemberExternalID: shop.members[2] });
  await giveBack(has, "P-1", 15);
  const idOf = async (member: string, reference: string) => {
    const [row] = await sql<{ id: string }[]>`
      select id from payment where member = ${member} and reference = ${reference}`;
    return row?.id ?? "";
  };
  const [whole, kept, ofMerged] = [await idOf(pays, "P-1"), await idOf(pays, "P-2"), await idOf(merged, "P-1")];
  const [part] = await sql<{ id: string }[]>`
    select id from payment_cancellation where payment = ${whole} order by id limit 1`;
  const [passed] = await sql<{ id: string }[]>`select id from payment_cancellation where payment = ${ofMerged}`;
  return { pays, has, merged, whole, kept, part: part?.id ?? "", passed: passed?.id ?? "" };
}
