import { describe, expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { openBook } from "../ledger/ledger.book.ts";
import type { Programme } from "../programme.ts";
import { emptyBalance } from "../testing/balance.ts";
import { decideRedemption, type RedeemableReward, type RedemptionDesk } from "./redemption.decide.ts";

const programme: Programme = {
  id: "p",
  timeZone: "UTC",
  businessId: "PRG-1",
  currencies: [
    { id: "points", name: "Points" },
    { id: "miles", name: "Miles" },
  ],
  returnWaitDays: 30,
  returnWindowDays: 0,
  earning: [{ version: 1, inForceFromMs: -Infinity, rate: 10_000n, rounding: "toward-zero", fractionDigits: 0 }],
};
const now = Date.UTC(2024, 0, 1);
const mug: RedeemableReward = {
  id: "mug-id",
  name: "Mug",
  type: "stock_control",
  cost: "10",
  daysAvailable: "",
  expiresAtMs: null,
  available: amountOf(5),
};
const wanted = (reward = "mug", quantity = "1", code = "") => ({
  RewardExternalID: reward,
  Quantity: quantity,
  VoucherCode: code,
});

function openDesk(rewards: Record<string, Partial<RedeemableReward>> = { mug: {} }, balance = 100) {
  let codes = 0;
  let ids = 0;
  const balances = ["points", "miles"].map((currencyId) => ({
    ...emptyBalance("m", currencyId),
    balance: currencyId === "points" ? amountOf(balance) : amountOf(1_000),
  }));
  return {
    book: openBook({ balances, clockMs: now, newId: () => `e${++ids}` }),
    clockMs: now,
    members: new Map([["M1", { id: "m", externalId: "M1", programme }]]),
    rewards: new Map(Object.entries(rewards).map(([name, reward]) => [name, { ...mug, ...reward }])),
    takenVoucherKeys: new Set<string>(),
    stockTaken: new Map<string, bigint>(),
    mintCode: () => `MINT-${++codes}`,
  } satisfies RedemptionDesk;
}

const redeem = (desk: RedemptionDesk, lines = [wanted()], memberExternalId = "M1") =>
  decideRedemption({ id: "r", memberExternalId, lines }, desk);

describe("a redemption that can be fulfilled", () => {
  test("takes the cost of every line in one entry of the first currency, and mints one item per line", () => {
    const desk = openDesk({ mug: {}, cap: { id: "cap-id", name: "Cap", cost: "2.5" } });
    const outcome = redeem(desk, [wanted("mug", "2"), wanted("cap", "3", "My Code")]);
    expect(outcome).toMatchObject({ id: "r", status: "Resolved-Completed", note: "Redeemed for 27.5 Points." });
    expect(desk.book.entries()).toMatchObject([
      {
        type: "Redemption",
        memberId: "m",
        currencyId: "points",
        amount: amountOf(-27.5),
        balanceAfter: amountOf(72.5),
        sourceClass: "RedemptionCase",
        sourceId: "r",
      },
    ]);
    const item = { redemptionId: "r", memberExternalId: "M1", expiresAtMs: null, status: "Open-Available With Expiry" };
    expect(outcome.items).toStrictEqual([
      {
        ...item,
        rewardId: "mug-id",
        name: "Mug",
        quantity: amountOf(2),
        cost: amountOf(20),
        voucherCode: "MINT-1",
        voucherKey: "M1NT1",
      },
      {
        ...item,
        rewardId: "cap-id",
        name: "Cap",
        quantity: amountOf(3),
        cost: amountOf(7.5),
        voucherCode: "My Code",
        voucherKey: "MYC0DE",
      },
    ]);
    expect(Object.fromEntries(desk.stockTaken)).toEqual({ "mug-id": amountOf(2), "cap-id": amountOf(3) });
    expect([...desk.takenVoucherKeys].sort()).toEqual(["M1NT1", "MYC0DE"]);
  });

  test("may take the whole balance and the whole stock", () => {
    const desk = openDesk({ mug: {} }, 50);
    expect(redeem(desk, [wanted("mug", "5")]).status).toBe("Resolved-Completed");
    expect(desk.book.balanceOf("m", "points")).toBe(0n);
  });

  test.each(["", "0"])("of a reward with cost %j costs nothing, posts no entry, and needs no balance", (cost) => {
    const desk = openDesk({ mug: { cost } }, -20);
    const outcome = redeem(desk);
    expect([outcome.status, outcome.note]).toEqual(["Resolved-Completed", "Redeemed for 0 Points."]);
    expect(desk.book.entries()).toEqual([]);
    expect(outcome.items).toHaveLength(1);
  });

  test("of a reward whose stock is not counted needs no stock and takes none", () => {
    const desk = openDesk({ mug: { type: "voucher", available: 0n, cost: "" } });
    expect(redeem(desk, [wanted("mug", "99999999999")]).status).toBe("Resolved-Completed");
    expect(desk.stockTaken.size).toBe(0);
  });

  test("mints no code that was given for a later line", () => {
    const { items } = redeem(openDesk(), [wanted(), wanted("mug", "1", "mint 1")]);
    expect(items.map((item) => item.voucherCode)).toEqual(["MINT-2", "mint 1"]);
  });

  test("mints no code that was given for an earlier line", () => {
    const { items } = redeem(openDesk(), [wanted("mug", "1", "mint 1"), wanted()]);
    expect(items.map((item) => item.voucherCode)).toEqual(["mint 1", "MINT-2"]);
  });

  test("an empty type is counted", () => {
    expect(redeem(openDesk({ mug: { type: "", available: 0n } })).status).toBe("Resolved-Rejected");
  });
});

describe("a redemption that cannot be fulfilled is rejected with its reason, and takes nothing", () => {
  const line = wanted();
  test.each([
    ["member not registered", {}, 100, [line], "M2", "Error_Member_Unknown: the member is not registered."],
    ["reward unknown", {}, 100, [line, wanted("cap")], "M1", "Error_Reward_Unknown: reward cap is not registered."],
    ["reward past", { expiresAtMs: now - 1 }, 100, [line], "M1", "Error_Reward_Expired: reward mug has expired."],
    ["reward ending now", { expiresAtMs: now }, 100, [line], "M1", "Error_Reward_Expired: reward mug has expired."],
    [
      "balance short by the smallest amount",
      { cost: "10.0001" },
      10,
      [line],
      "M1",
      "Error_Balance_Insufficient: the cost of 10.0001 Points is more than the member can spend.",
    ],
    [
      "balance short over all lines",
      {},
      29.5,
      [line, wanted("mug", "2")],
      "M1",
      "Error_Balance_Insufficient: the cost of 30 Points is more than the member can spend.",
    ],
    [
      "cost far over any balance",
      { cost: "99999999999.9999", type: "free" },
      100,
      Array(100).fill(wanted("mug", "99999999999")),
      "M1",
      "Error_Balance_Insufficient: the cost of 999999999989999000000000.01 Points is more than the member can spend.",
    ],
    ["stock short", { cost: "" }, 0, [wanted("mug", "6")], "M1", "Error_Stock_Insufficient: 5 of reward mug are left."],
    [
      "stock short over all lines",
      {},
      100,
      [wanted("mug", "3"), wanted("mug", "3")],
      "M1",
      "Error_Stock_Insufficient: 5 of reward mug are left.",
    ],
    [
      "voucher code taken",
      {},
      100,
      [line, wanted("mug", "1", "ta-ken")],
      "M1",
      "Error_Voucher_Taken: a voucher code of the redemption is taken.",
    ],
    [
      "the same voucher code twice",
      {},
      100,
      [wanted("mug", "1", "AB-1"), wanted("mug", "1", "ab l")],
      "M1",
      "Error_Voucher_Taken: a voucher code of the redemption is taken.",
    ],
  ])("%s", (_, reward, balance, lines, member, note) => {
    const desk = openDesk({ mug: reward }, balance);
    desk.takenVoucherKeys.add("TAKEN");
    expect(redeem(desk, lines, member)).toStrictEqual({ id: "r", status: "Resolved-Rejected", note, items: [] });
    expect([desk.book.entries(), desk.book.changedBalances()]).toEqual([[], []]);
    expect([desk.stockTaken.size, [...desk.takenVoucherKeys]]).toEqual([0, ["TAKEN"]]);
  });

  /** The note for a reward of 500 points, if the member has this balance, some of it of sales inside the return window. */
  function noteOf(balance: number, recent: number): string {
    const desk = openDesk({ mug: { cost: "500" } });
    const state = { ...emptyBalance("m", "points"), balance: amountOf(balance), awarded: amountOf(balance) };
    const book = openBook({ balances: [state], clockMs: now, newId: () => "e" });
    const waiting = new Map([["m", { points: amountOf(recent), untilMs: now }]]);
    return redeem({ ...desk, book, waiting }).note;
  }

  test("a note names neither the balance nor how much of it is pending, only until when", () => {
    const text = "Error_Balance_Insufficient: the cost of 500 Points is more than the member can spend";
    expect(new Set([0, 7, 123.25, 499.9999].map((balance) => noteOf(balance, 0)))).toEqual(new Set([`${text}.`]));
    const pending = [noteOf(123.25, 7), noteOf(123.25, 123.25), noteOf(700, 650)];
    expect(new Set(pending)).toEqual(
      new Set([`${text}; points are pending until ${new Date(now).toISOString()} at the latest.`]),
    );
  });

  test("points that returns hold cannot be redeemed, and the note says so without amounts", () => {
    const noteWith = (held: number, balance = 100, cost = "10") =>
      redeem({ ...openDesk({ mug: { cost } }, balance), held: new Map([["m/points", amountOf(held)]]) }).note;
    expect([noteWith(90), noteWith(250, 100, "")]).toEqual(["Redeemed for 10 Points.", "Redeemed for 0 Points."]);
    const text =
      "Error_Balance_Insufficient: the cost of 10 Points is more than the member can spend; points are held by a return that waits for its sale.";
    expect(new Set([noteWith(90.0001), noteWith(250), noteWith(1, 3)])).toEqual(new Set([text]));
  });

  test("a note names both, pending points and held ones", () => {
    const desk = openDesk({ mug: { cost: "500" } });
    const waiting = new Map([["m", { points: amountOf(50), untilMs: now }]]);
    const state = { ...emptyBalance("m", "points"), balance: amountOf(100), awarded: amountOf(100) };
    const book = openBook({ balances: [state], clockMs: now, newId: () => "e" });
    const held = new Map([["m/points", amountOf(5)]]);
    expect(redeem({ ...desk, book, waiting, held }).note).toBe(
      `Error_Balance_Insufficient: the cost of 500 Points is more than the member can spend; points are held by a return that waits for its sale; points are pending until ${new Date(now).toISOString()} at the latest.`,
    );
  });

  test("the other currency's balance does not help", () => {
    expect(redeem(openDesk({ mug: { cost: "500" } })).note).toMatch(/^Error_Balance_Insufficient/);
  });
});

describe("redemptions on one desk", () => {
  const statuses = (desk: RedemptionDesk, all: ReturnType<typeof wanted>[][]) =>
    all.map((lines) => redeem(desk, lines).status.replace("Resolved-", ""));

  test("see what earlier ones took from the balance", () => {
    const desk = openDesk({ mug: { available: amountOf(99) } }, 25);
    expect(statuses(desk, [[wanted()], [wanted("mug", "2")], [wanted()], [wanted()]])).toEqual([
      "Completed",
      "Rejected",
      "Completed",
      "Rejected",
    ]);
    expect(desk.book.balanceOf("m", "points")).toBe(amountOf(5));
  });

  test("see what earlier ones took from the stock", () => {
    const desk = openDesk();
    expect(statuses(desk, [[wanted("mug", "3")], [wanted("mug", "3")], [wanted("mug", "2")], [wanted()]])).toEqual([
      "Completed",
      "Rejected",
      "Completed",
      "Rejected",
    ]);
    expect(desk.stockTaken.get("mug-id")).toBe(amountOf(5));
  });

  test("see the codes given for earlier ones, but not those of rejected ones", () => {
    const desk = openDesk();
    const rejected = [wanted("mug", "1", "B-2"), wanted("cap")];
    expect(statuses(desk, [[wanted("mug", "1", "A-1")], [wanted("mug", "1", "a l")], rejected])).toEqual([
      "Completed",
      "Rejected",
      "Rejected",
    ]);
    expect(statuses(desk, [[wanted("mug", "1", "b 2")]])).toEqual(["Completed"]);
  });
});
