import { sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, newSale, times } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { adjustmentOf, post } from "../../../db/src/testing/ledger.ts";
import { insertSales, openShop, planSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { writeDays } from "./ledger-day.write.ts";

const dayMs = 86_400_000;
const timeOf = (day: string, time = "12:00") => Date.parse(`${day}T${time}:00Z`);
const counted = (sql: Sql, day: string) => writeDays(sql, { clockMs: timeOf(day) + dayMs });

/** Of each day: the members by the days since they were active before. */
const activity = async (sql: Sql) => {
  const rows = await sql<{ day: string; members: number[] }[]>`
    select to_char(day, 'YYYY-MM-DD') as day, members from activity_day order by day`;
  return rows.flatMap(({ day, members }) =>
    members.flatMap((count, index) => {
      const ofGap = count - (members[index + 1] ?? 0);
      return ofGap === 0 ? [] : [[day, index + 1, ofGap]];
    }),
  );
};

async function open() {
  const { sql } = await openTestDatabase(4);
  return { sql, shop: await openShop(sql, 3) };
}

const act = (member: string, type: "Sale" | "Redemption" | "Return", points: number) =>
  adjustmentOf(member, points, { type });

test("a member who acts often in a day counts once, with the days since the time before; adjustments are no act", async () => {
  const { sql, shop } = await open();
  const [ann = "", bob = "", cid = ""] = shop.memberIds;
  const first = "2026-05-04";
  for (const time of ["08:00", "08:01", "19:30"]) await post(sql, [act(ann, "Sale", 5)], timeOf(first, time));
  await post(sql, [act(bob, "Sale", 9), adjustmentOf(cid, 50)], timeOf(first));
  await counted(sql, first);
  expect(await activity(sql)).toEqual([[first, 367, 2]]);
  await post(sql, [act(ann, "Redemption", -2), act(cid, "Sale", 1)], timeOf("2026-05-07"));
  await post(sql, [act(bob, "Return", -1)], timeOf("2027-05-20"));
  // In one step and in several.
  await counted(sql, "2026-05-07");
  await counted(sql, "2027-05-21");
  expect(await activity(sql)).toEqual([
    [first, 367, 2],
    ["2026-05-07", 3, 1],
    ["2026-05-07", 367, 1],
    ["2027-05-20", 367, 1],
  ]);
});

test("the numbers of active members are the same however the days are cut into steps", async () => {
  const { sql, shop } = await open();
  for (let day = 0; day < 40; day += 1)
    for (const [index, member] of shop.memberIds.entries())
      if (day % (index + 2) === 0) await post(sql, [act(member, "Sale", 1)], timeOf("2026-05-01") + day * dayMs);
  for (const runMsMax of [0, 0, 0, 60_000]) await writeDays(sql, { clockMs: timeOf("2026-06-30"), runMsMax });
  const stepped = await activity(sql);
  await sql`delete from activity_day`;
  await sql`delete from ledger_day`;
  await sql`delete from ledger_day_mark`;
  await counted(sql, "2026-06-30");
  expect(await activity(sql)).toEqual(stepped);
  expect(stepped).toContainEqual(["2026-05-07", 2, 1]);
});

test("a store's day has the sales, money and points of its entries; what goes back counts downward, and money once", async () => {
  const { sql, shop } = await open();
  const line = (quantity: number, total: number) => ({
    ProductCode: shop.product,
    Quantity: quantity,
    TotalAmount: total,
  });
  const bought = newSale({
    member: shop.members[0] ?? "",
    store: shop.store,
    product: "",
    externalId: freshKey("sale"),
    more: { SaleItems: [line(1, 80)] },
  });
  const swapped = newSale({
    ...{ member: shop.members[0] ?? "", store: shop.store, product: "", externalId: freshKey("sale") },
    more: { SaleItems: [line(1, 100.5), { ...line(-1, -40), OriginalSaleExternalID: "no such sale" }] },
  });
  const plain = times(2, (index) => shop.newSale(index, 10));
  const ids = await insertAll(sql, sale, [bought, swapped]);
  await sql`update programme set return_wait_days = 0`;
  await postSales(sql, await planSales(sql, [...ids, ...(await insertSales(sql, plain))]));
  await writeDays(sql, { clockMs: Date.now() + 2 * dayMs });
  const rows =
    await sql`select store_code, sum(sales)::int as sales, sum(money)::float8 as money, sum(points)::float8 as points from store_total group by span, store_code order by span`;
  const [entries] = await sql`select count(*)::int as n, sum(currency_awarded)::float8 as points from ledger_entry`;
  const total = { store_code: shop.store, sales: 4, money: 160.5, points: entries?.["points"] };
  // Of days and of months.
  expect([...rows]).toEqual([total, total]);
  expect(entries?.["n"]).toBe(5);
  expect(await verifyBooks(sql)).toEqual([]);
});
