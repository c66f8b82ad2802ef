import { describe, expect, test } from "vitest";
import { type ItemToMint, mintItem } from "./redemption-item.mint.ts";

const now = Date.UTC(2024, 0, 1);
const day = 86_400_000;
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");
const mug = { id: "mug-id", name: "Mug", daysAvailable: "", expiresAtMs: null };
const redemption = { id: "r", memberExternalId: "M1" };

/** Mints one item for each given code, in order. The generator returns the codes in `minted`, in order. */
function mintAll(givenCodes: readonly string[], minted: string[], reward: ItemToMint["reward"] = mug) {
  const takenVoucherKeys = new Set(["TAKEN"]);
  const mintCode = () => {
    const code = minted.shift();
    if (code === undefined) throw new Error("the generator has run out");
    return code;
  };
  const mint = { clockMs: now, takenVoucherKeys, mintCode };
  const items = givenCodes.map((givenCode) =>
    mintItem({ redemption, reward, quantity: 20_000n, cost: 30_000n, givenCode }, mint),
  );
  return { items, codes: items.map((item) => item.voucherCode), taken: [...takenVoucherKeys] };
}

test("an item is open, and has its redemption, its reward by ID and name, its member and its quantity", () => {
  expect(mintAll(["AB-1"], []).items).toStrictEqual([
    {
      redemptionId: "r",
      rewardId: "mug-id",
      memberExternalId: "M1",
      name: "Mug",
      quantity: 20_000n,
      cost: 30_000n,
      voucherCode: "AB-1",
      voucherKey: "AB1",
      expiresAtMs: null,
      status: "Open-Available With Expiry",
    },
  ]);
});

describe("an item expires", () => {
  test.each([
    ["never, if neither days nor an end are set", "", null, null],
    ["after its days", "30", null, now + 30 * day],
    ["at once, after 0 days", "0", null, now],
    ["with its reward, if no days are set", "", now + 5, now + 5],
    ["after its days, if the reward ends later", "1", now + day + 1, now + day],
    ["with its reward, if its days end later", "1", now + day - 1, now + day - 1],
  ])("%s", (_, daysAvailable, expiresAtMs, expected) => {
    const { items } = mintAll(["A"], [], { ...mug, daysAvailable, expiresAtMs });
    expect(items[0]?.expiresAtMs).toBe(expected);
  });

  test("within the years that a timestamp can have, whatever its days", () => {
    const { items } = mintAll(["A"], [], { ...mug, daysAvailable: "99999999" });
    expect(items[0]?.expiresAtMs).toBe(lastInstant);
  });
});

describe("a voucher code", () => {
  test("that was given is kept as it is, and compared by its normalised form", () => {
    const { items } = mintAll(["ab-1 o", "Ünï"], []);
    expect(items.map(({ voucherCode, voucherKey }) => [voucherCode, voucherKey])).toEqual([
      ["ab-1 o", "AB10"],
      ["Ünï", "ÜNÏ"],
    ]);
  });

  test("that was not given is minted, a different one for each item", () => {
    expect(mintAll(["", "GIVEN", ""], ["A1", "B2"]).codes).toEqual(["A1", "GIVEN", "B2"]);
  });

  test("is minted again if it exists, in any spelling", () => {
    expect(mintAll(["", ""], ["ta-ken", "A1", "a-l", "B2"]).codes).toEqual(["A1", "B2"]);
    expect(mintAll(["A-1", ""], ["al", "B2"]).codes).toEqual(["A-1", "B2"]);
  });

  test("is taken from then on, given or minted", () => {
    expect(mintAll(["a-1", ""], ["b 2"]).taken).toEqual(["TAKEN", "A1", "B2"]);
  });
});
