import { type ActionDefinition, cancelVoucher, member, redemption, redemptionItem, reward } from "@rewards/domain";
import { afterAll, describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  type LineOptions,
  newClaim,
  newMember,
  newRedemption,
  newReward,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { runActions } from "../action/action.run.ts";
import type { Tx } from "../client.ts";
import { act, actionPath } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { expireByHand, redemptionDeps } from "../testing/items.ts";
import { whileKilling } from "../testing/kill.ts";
import { addPoints, refusal, requireAction, runAsClerk } from "../testing/targets.ts";
import { fulfilRedemptions } from "./redemption.process.ts";

const { sql } = await openTestDatabase(30);
const cancelAll = requireAction(redemption, "Cancel");
const use = requireAction(redemptionItem, "Use");

const run = (action: ActionDefinition, id: string, content: object = {}) => runAsClerk(sql, action, { id, content });
const refused = (action: ActionDefinition, id: string) => refusal(run(action, id));

/** A member with points, and a counted reward that costs 20 points. */
async function open(points = 100, cost = "20") {
  const [of, mug] = [newMember(), newReward(freshKey("mug"), { RewardCost: cost, DaysAvailable: "30" })];
  await insertAll(sql, member, [of]);
  await insertAll(sql, reward, [mug]);
  if (points > 0) await act(sql, "AddBalance", "member", of.id, addPoints(points));
  await act(sql, "AddRewardStock", "reward", mug.id, { RewardQuantity: 9 });
  const [key, rewardKey] = [keyOf(of, "ExternalID"), keyOf(mug, "ExternalID")];
  return {
    memberId: of.id,
    rewardId: mug.id,
    key,
    line: (quantity: number): LineOptions => ({ reward: rewardKey, quantity }),
  };
}
type Shop = Awaited<ReturnType<typeof open>>;

async function redeem({ key, line }: Shop, ...quantities: number[]) {
  const [id = ""] = await insertAll(sql, redemption, [newRedemption(key, quantities.map(line))]);
  await fulfilRedemptions(sql, [id], await redemptionDeps(sql));
  const rows = await sql<
    { id: string }[]
  >`select id from redemption_item where redemption = ${id} order by quantity, id`;
  return { id, items: rows.map((row) => row.id) };
}

/** What is left: the balance, the stock, and the statuses of the redemption and its items. */
async function look({ memberId, rewardId }: Shop, redemptionId: string) {
  const [row] = await sql`
    select b.balance::float8 as balance, s.available::float8 as available, s.issued::float8 as issued, r.status,
      (select array_agg(i.status order by i.quantity, i.id) from redemption_item i where i.redemption = r.id) as items
    from balance b, stock s, redemption r where b.member = ${memberId} and s.reward_id = ${rewardId} and r.id = ${redemptionId}`;
  return row;
}

const entriesOf = async ({ memberId }: Shop) => {
  const rows = await sql<{ text: string }[]>`
    select concat_ws(' ', type, trim_scale(currency_awarded), source_class) as text from ledger_entry where member = ${memberId} order by sequence`;
  return rows.map(({ text }) => text);
};

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));

const [available, cancelled, completed] = [
  "Open-Available With Expiry",
  "Resolved-Cancelled",
  "Resolved-Completed",
] as const;

describe("Cancel of an item", () => {
  test("whose member was merged into another one gives its points to that one, by a pair of transfers", async () => {
    const [shop, stays] = [await open(), await open(5)];
    const { id, items } = await redeem(shop, 1, 1, 1);
    await act(sql, "Merge", "member", stays.memberId, { FromMemberExternalID: shop.key });
    await run(cancelVoucher, items[0] ?? "");
    await run(cancelAll, id);
    expect(await look(shop, id)).toMatchObject({ balance: 0, items: [cancelled, cancelled, cancelled] });
    expect((await entriesOf(shop)).slice(3)).toEqual(
      times(3, () => ["Cancellation 20 RedemptionItemCase", "TransferOut -20 RedemptionItemCase"]).flat(),
    );
    expect((await entriesOf(stays)).slice(2)).toEqual(times(3, () => "TransferIn 20 RedemptionItemCase"));
    const changes = await sql`
      select changes -> 1 as balance from history where record_id = any(${items}::uuid[]) order by at, record_id`;
    expect(changes[0]).toEqual({ balance: { field: "Balance.Points", from: "45", to: "65" } });
  });

  test("gives its points and its stock back, with the reason in its history and the audit; its code never works again", async () => {
    const shop = await open();
    const { id, items } = await redeem(shop, 1, 2);
    const [first = "", second = ""] = items;
    expect(await look(shop, id)).toMatchObject({ balance: 40, available: 6, issued: 3 });
    expect(await run(cancelVoucher, first, { Reason: "Wrong size" })).toMatchObject({ status: cancelled, version: 2 });
    expect(await look(shop, id)).toEqual({
      ...{ balance: 60, available: 7, issued: 2, status: completed, items: [cancelled, available] },
    });
    expect((await entriesOf(shop)).slice(1)).toEqual([
      "Redemption -60 RedemptionCase",
      "Cancellation 20 RedemptionItemCase",
    ]);
    const [entry] = await sql`
      select e.awarded_after::float8 as awarded, b.awarded::float8 as total, e.why from ledger_entry e join balance b on b.member = e.member
      where e.source_id = ${first}`;
    expect(entry).toEqual({ awarded: 100, total: 100, why: '{"base":20,"lines":[],"rules":[]}' });
    const [history] = await sql`select action, changes, note, user_id from history where record_id = ${first}`;
    expect(history).toEqual({
      action: "Cancel",
      changes: [
        { field: "Status", from: available, to: cancelled },
        { field: "CancelReason", from: "", to: "Wrong size" },
        { field: "Balance.Points", from: "40", to: "60" },
      ],
      note: "Voucher cancelled.",
      user_id: "clerk",
    });
    const [audit] =
      await sql`select operation, actor, detail -> 'changes' -> 1 ->> 'to' as reason from audit_entry where record_id = ${first}`;
    expect(audit).toEqual({ operation: "redemption_item:cancel", actor: "clerk", reason: "Wrong size" });
    expect(await sql`select from expiring where item_id = ${first}`).toHaveLength(0);
    for (const action of [use, cancelVoucher, requireAction(redemptionItem, "Lock")])
      expect(await refused(action, first)).toBe("Error_Status_Illegal");
    await run(use, second);
    expect(await refused(cancelVoucher, second)).toBe("Error_Status_Illegal");
  });

  test("is taken while it is locked, whoever holds the lock, and refused once it has expired", async () => {
    const shop = await open();
    const [locked = "", expired = ""] = (await redeem(shop, 1, 1)).items;
    await run(requireAction(redemptionItem, "Lock"), locked, { LockedBy: "TILL-7" });
    expect(await refused(cancelVoucher, locked)).toBe("none");
    await expireByHand(sql, [expired]);
    expect(await refused(cancelVoucher, expired)).toBe("Error_Voucher_Expired");
  });

  test("that cost nothing gives back its stock alone, without an entry", async () => {
    const shop = await open(0, "");
    const { id, items } = await redeem(shop, 3);
    await run(cancelVoucher, items[0] ?? "");
    expect(await look(shop, id)).toMatchObject({ balance: 0, available: 9, issued: 0 });
    expect(await entriesOf(shop)).toEqual([]);
  });

  test("is refused if the balance would go over its limit, and changes nothing", async () => {
    const shop = await open();
    const { id, items } = await redeem(shop, 1);
    await act(sql, "AddBalance", "member", shop.memberId, addPoints(99_999_999_919.9999));
    const before = await look(shop, id);
    expect(await refused(cancelVoucher, items[0] ?? "")).toBe("Error_Balance_OutOfRange");
    expect(await refused(cancelAll, id)).toBe("Error_Balance_OutOfRange");
    expect(await look(shop, id)).toEqual(before);
  });

  test("of many items of one member in one batch posts each of them", async () => {
    const shop = await open();
    const { id, items } = await redeem(shop, 1, 1, 1);
    const calls = items.map((item) => ({ id: item, content: { Reason: "" }, user: "clerk" }));
    const { answers } = await runActions(sql, cancelVoucher, calls);
    expect(answers).toMatchObject(times(3, () => ({ status: cancelled })));
    expect(await look(shop, id)).toMatchObject({ balance: 100, available: 9, issued: 0 });
  });

  test("of a batch is left if another session holds its balance or its stock, and its neighbours are done", async () => {
    const [held, stocked, free] = [await open(), await open(), await open()];
    const items = await Promise.all([held, stocked, free].map(async (shop) => (await redeem(shop, 1)).items[0] ?? ""));
    const calls = items.map((id) => ({ id, content: { Reason: "" }, user: "clerk" }));
    const lock = (tx: Tx) => tx`
      select from balance b, stock s where b.member = ${held.memberId} and s.reward_id = ${stocked.rewardId} for update`;
    await holding(sql, lock, async () => {
      const { answers } = await runActions(sql, cancelVoucher, calls);
      expect(answers).toMatchObject([undefined, undefined, { status: cancelled }]);
      return "commit";
    });
  });
});

describe("Cancel of a redemption", () => {
  test("cancels every item that is not used, once", async () => {
    const shop = await open();
    const { id, items } = await redeem(shop, 1, 1, 2);
    await run(use, items[0] ?? "");
    expect(await run(cancelAll, id, { Reason: "Closed" })).toMatchObject({ status: cancelled, version: 3 });
    expect(await look(shop, id)).toEqual({
      ...{ balance: 80, available: 8, issued: 1, status: cancelled, items: [completed, cancelled, cancelled] },
    });
    expect(await refused(cancelAll, id)).toBe("Error_Status_Illegal");
    const rows = await sql`
      select object = ${id} as is_redemption, version, action, field, value_from, value_to, note, user_id from object_history
      where object = any(${[id, items[2] ?? ""]}::uuid[]) and version > 1 order by 1 desc, version, field`;
    const own = (
      version: number,
      action: string,
      field: string,
      from: string,
      to: string,
      note: string | null,
      by = "clerk",
    ) => ({
      ...{ is_redemption: true, version, action, field, value_from: from, value_to: to, note, user_id: by },
    });
    expect(rows.filter((row) => row["is_redemption"])).toEqual([
      own(2, "Redemption", "Balance.Points", "100", "20", null, "system"),
      own(2, "Complete", "Status", "Open-Ready To Process", completed, null, "system"),
      own(3, "Cancel", "Balance.Points", "20", "80", "Redemption cancelled."),
      own(3, "Cancel", "CancelReason", "", "Closed", "Redemption cancelled."),
      own(3, "Cancel", "Status", completed, cancelled, "Redemption cancelled."),
    ]);
    expect(
      rows.filter((row) => !row["is_redemption"]).map(({ action, field, value_to }) => [action, field, value_to]),
    ).toEqual([
      ["Cancel", "Balance.Points", "80"],
      ["Cancel", "CancelReason", "Closed"],
      ["Cancel", "Status", cancelled],
    ]);
  });

  test("is refused if no item is left, and before a worker completed it", async () => {
    const shop = await open();
    const { id, items } = await redeem(shop, 1, 1, 1);
    const [used = "", expired = "", gone = ""] = items;
    await run(use, used);
    await expireByHand(sql, [expired]);
    await run(cancelVoucher, gone);
    const before = await look(shop, id);
    expect(await refused(cancelAll, id)).toBe("Error_Redemption_NothingLeft");
    expect(await look(shop, id)).toEqual(before);
    const [pending = ""] = await insertAll(sql, redemption, [newRedemption(shop.key, [shop.line(1)])]);
    expect(await refused(cancelAll, pending)).toBe("Error_Status_Illegal");
  });
});

test("a Cancel of a redemption whose session is killed is done whole or not at all, and a repeat with its key brings it to its end", async () => {
  let killed = 0;
  for (let round = 0; round < 12; round += 1) {
    const shop = await open(200);
    const { id } = await redeem(shop, 1, 2, 1);
    const before = await look(shop, id);
    const content = { Reason: "" };
    const claim = newClaim(freshKey("killed"), content, { method: "PATCH", path: actionPath(cancelAll, id) });
    const cancel = () => runActions(sql, cancelAll, [{ id, user: "clerk", content, claim }]);
    if (await whileKilling(sql, "redemption_item|ledger_entry|stock", cancel)) killed += 1;
    const left = await look(shop, id);
    const isDone = left?.["status"] === cancelled;
    const done = { balance: 200, available: 9, issued: 0, items: [cancelled, cancelled, cancelled] };
    expect(left).toMatchObject(isDone ? done : { ...before });
    await cancel();
    expect(await look(shop, id)).toMatchObject(done);
    expect((await entriesOf(shop)).filter((text) => text.startsWith("Cancellation"))).toHaveLength(3);
  }
  expect(killed).toBeGreaterThan(0);
});

test("of Cancels and Uses of a redemption and its items at once, each item is used or gives its points back once", async () => {
  const shop = await open(200);
  const { id, items } = await redeem(shop, 1, 1, 1, 1);
  const calls = times(5, () => [
    ...items.flatMap((item) => [refused(cancelVoucher, item), refused(use, item)]),
    refused(cancelAll, id),
  ]).flat();
  const answers = await Promise.all(calls);
  expect(
    answers.filter((code) => !["none", "Error_Status_Illegal", "Error_Redemption_NothingLeft"].includes(code)),
  ).toEqual([]);
  const seen = await look(shop, id);
  const statuses = seen?.["items"] as string[];
  const back = statuses.filter((status) => status === cancelled).length;
  expect(back + statuses.filter((status) => status === completed).length).toBe(4);
  expect(seen).toMatchObject({ balance: 120 + 20 * back, available: 5 + back, issued: 4 - back });
});
