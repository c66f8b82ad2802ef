import { actions, redemptionItem } from "@rewards/domain";
import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { runAction } from "../action/action.run.ts";
import { holding, openTestDatabase } from "../testing/database.ts";
import { expireByHand, mintItems } from "../testing/items.ts";
import { expireItems, expireRowsMax } from "./redemption-item.expire.ts";

const { sql } = await openTestDatabase();

async function run(name: "Lock" | "Use", id: string): Promise<void> {
  const action = actions.find((one) => one.target.class === redemptionItem.class && one.name === name);
  if (!action) throw new Error("no such action");
  await runAction(sql, action, { id, content: {}, user: "api" });
}

async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await sql<
    { id: string; status: string }[]
  >`select id, status from redemption_item where id = any(${[...ids]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row.status]));
  return ids.map((id) => byId.get(id) ?? "none");
}
const isExpiring = async (ids: readonly string[]) => {
  const rows = await sql<{ item_id: string }[]>`select item_id from expiring where item_id = any(${[...ids]}::uuid[])`;
  const listed = new Set(rows.map((row) => row.item_id));
  return ids.map((id) => listed.has(id));
};

test("open and locked vouchers past their time expire; used ones and those with time left stay", async () => {
  const ids = await mintItems(sql, 4);
  const [available = "", locked = "", used = "", later = ""] = ids;
  await run("Lock", locked);
  await run("Use", used);
  await expireByHand(sql, [available, locked, used]);
  expect(await expireItems(sql)).toBe(2);
  expect(await statusesOf(ids)).toEqual([
    "Resolved-Expired",
    "Resolved-Expired",
    "Resolved-Completed",
    redemptionItem.initial,
  ]);
  expect(await isExpiring(ids)).toEqual([false, false, false, true]);
  const [row] =
    await sql`select version, update_user_id, confirmation_note from redemption_item where id = ${available}`;
  expect(row).toEqual({ version: 2, update_user_id: "system", confirmation_note: "Voucher expired." });
  expect(await expireItems(sql)).toBe(0);
  await run("Use", later);
});

test("the expiry row of a voucher that is already settled is removed, and its status stays", async () => {
  const [id = ""] = await mintItems(sql, 1);
  await run("Use", id);
  await sql`insert into expiring (item_id, at) values (${id}, now() - interval '1 minute')`;
  expect(await expireItems(sql)).toBe(1);
  expect([await statusesOf([id]), await isExpiring([id])]).toEqual([["Resolved-Completed"], [false]]);
});

test("a voucher that another transaction holds is left for the next run, and the others expire", async () => {
  const ids = await mintItems(sql, 3);
  const [held = "", ...others] = ids;
  await expireByHand(sql, ids);
  await holding(
    sql,
    (tx) => tx`select from redemption_item where id = ${held} for update`,
    async () => {
      expect(await expireItems(sql)).toBe(2);
      expect(await statusesOf(others)).toEqual(["Resolved-Expired", "Resolved-Expired"]);
      return "rollback";
    },
  );
  expect(await isExpiring([held])).toEqual([true]);
  expect(await expireItems(sql)).toBe(1);
  expect(await statusesOf([held])).toEqual(["Resolved-Expired"]);
});

test("eight concurrent runs expire each voucher once", async () => {
  const ids = (await Promise.all(times(4, () => mintItems(sql, 50)))).flat();
  await expireByHand(sql, ids);
  const counts = await Promise.all(times(8, () => expireItems(sql)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(200);
  const rows =
    await sql`select from redemption_item where id = any(${ids}::uuid[]) and status = 'Resolved-Expired' and version = 2`;
  expect(rows).toHaveLength(200);
});

test("a run expires at most expireRowsMax vouchers, and the next runs expire the rest", async () => {
  const ids = (await Promise.all(times(11, () => mintItems(sql, 100)))).flat();
  await expireByHand(sql, ids);
  expect([await expireItems(sql), await expireItems(sql), await expireItems(sql)]).toEqual([expireRowsMax, 100, 0]);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
