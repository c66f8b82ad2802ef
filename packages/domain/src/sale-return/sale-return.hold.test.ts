import { expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { heldPoints } from "./sale-return.hold.ts";

const product = { isIncentivizable: true, category: "", brand: "" };
const products = new Map([
  ["COFFEE", product],
  ["GIFT CARD", { ...product, isIncentivizable: false }],
]);
const facts = { products, isParticipating: true };
const earning = { rate: amountOf("1.5"), rounding: "half-up", fractionDigits: 0 } as const;
const line = (ProductCode: string, Quantity: number, TotalAmount: number, OriginalSaleExternalID?: string) => ({
  ...{ ProductCode, Quantity, TotalAmount },
  ...(OriginalSaleExternalID !== undefined && { OriginalSaleExternalID }),
});

test("a return holds what its lines that name sales come to at the programme's rate, rounded once", () => {
  const back = [line("COFFEE", -1, -1, "A"), line("COFFEE", -1, -1.01, "B"), line("COFFEE", 0, -0.33, "A")];
  // 2.34 x 1.5 = 3.51
  expect(heldPoints(back, facts, earning)).toBe(amountOf(4));
  expect(heldPoints(back, facts, { ...earning, rounding: "toward-zero" })).toBe(amountOf(3));
});

test("lines without a sale hold nothing, nor do products that are unknown or do not earn", () => {
  const back = [
    line("COFFEE", 2, 50),
    line("COFFEE", -3, -60),
    line("GIFT CARD", -1, -9, "A"),
    line("TEA", -1, -9, "A"),
  ];
  expect(heldPoints(back, facts, earning)).toBe(0n);
});

test("nothing is held for a store that does not participate", () => {
  const back = [line("COFFEE", -1, -10, "A")];
  expect(heldPoints(back, { ...facts, isParticipating: false }, earning)).toBe(0n);
  expect(heldPoints(back, facts, earning)).toBe(amountOf(15));
});

test("no more is held than a balance can have", () => {
  const back = [line("COFFEE", -1, -99_999_999_999, "A"), line("COFFEE", -1, -99_999_999_999, "A")];
  expect(heldPoints(back, facts, earning)).toBe(amountMax);
});
