import { describe, expect, test } from "vitest";
import { openBook } from "../ledger/ledger.book.ts";
import { decideRedemption, type RedeemableReward } from "./redemption.decide.ts";

const now = Date.UTC(2024, 0, 1);
const day = 86_400_000;
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** The items of a redemption that costs nothing, one line a code; `minted` is what the generator gives, in order. */
function itemsOf(
  codes: readonly string[],
  minted: string[] = [],
  reward: Partial<RedeemableReward> = {},
  taken = [""],
) {
  const free = { id: "w", name: "W", type: "free", cost: "", daysAvailable: "", expiresAtMs: null, available: 0n };
  const currencies = [{ id: "points", name: "Points" }] as const;
  const earning = { rate: 1n, rounding: "toward-zero", fractionDigits: 0 } as const;
  const lines = codes.map((VoucherCode) => ({ RewardExternalID: "w", Quantity: "1", VoucherCode }));
  const outcome = decideRedemption(
    { id: "r", memberExternalId: "M", lines },
    {
      book: openBook({ balances: [], clockMs: now, newId: () => "e" }),
      clockMs: now,
      members: new Map([["M", { id: "m", programme: { id: "p", businessId: "P", currencies, earning } }]]),
      rewards: new Map([["w", { ...free, ...reward }]]),
      takenVoucherKeys: new Set(taken),
      stockTaken: new Map(),
      mintCode: () => {
        const code = minted.shift();
        if (code === undefined) throw new Error("the generator has run out");
        return code;
      },
    },
  );
  expect(outcome.status).toBe("Resolved-Completed");
  return outcome.items;
}

describe("an item expires", () => {
  test.each([
    ["never, where neither days nor an end are set", "", null, null],
    ["after its days", "30", null, now + 30 * day],
    ["at once, after 0 days", "0", null, now],
    ["with its reward, where no days are set", "", now + 5, now + 5],
    ["after its days, where the reward ends later", "1", now + day + 1, now + day],
    ["with its reward, where its days end later", "1", now + day - 1, now + day - 1],
  ])("%s", (_, daysAvailable, expiresAtMs, expected) => {
    const items = itemsOf(["", ""], ["A", "B"], { daysAvailable, expiresAtMs });
    expect(items.map((item) => item.expiresAtMs)).toEqual([expected, expected]);
  });

  test("in a year that a timestamp can have, whatever its days", () => {
    const [item] = itemsOf(["X"], [], { daysAvailable: "99999999" });
    expect(item?.expiresAtMs).toBe(lastInstant);
  });
});

describe("a voucher code", () => {
  test("that was given is kept as it is, and compared by its normalised form", () => {
    const items = itemsOf(["ab-1 o", "Ünï"]);
    expect(items.map(({ voucherCode, voucherKey }) => [voucherCode, voucherKey])).toEqual([
      ["ab-1 o", "AB10"],
      ["Ünï", "ÜNÏ"],
    ]);
  });

  test("that was not given is minted, each line its own", () => {
    expect(itemsOf(["", "GIVEN", ""], ["A1", "B2"]).map((item) => item.voucherCode)).toEqual(["A1", "GIVEN", "B2"]);
  });

  test("is minted again where the code exists, in whichever spelling", () => {
    expect(itemsOf(["", ""], ["ta-ken", "A1", "a-l", "B2"], {}, ["TAKEN"]).map((item) => item.voucherCode)).toEqual([
      "A1",
      "B2",
    ]);
  });

  test("is minted again where an earlier line was given it", () => {
    expect(itemsOf(["A-1", ""], ["a1", "B2"]).map((item) => item.voucherCode)).toEqual(["A-1", "B2"]);
  });

  test("is minted again where a later line was given it", () => {
    expect(itemsOf(["", "A-1"], ["a1", "B2"]).map((item) => item.voucherCode)).toEqual(["B2", "A-1"]);
  });
});
