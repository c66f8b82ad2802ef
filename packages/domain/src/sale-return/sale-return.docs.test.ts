import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { type OriginalSale, soldGoods } from "./sale-return.original.ts";
import { takeBack } from "./sale-return.take.ts";

const text = readFileSync(new URL("../../../../docs/points.md", import.meta.url), "utf8");

test("the steps of the example in docs/points.md take what the page says, and all that the sale earned", () => {
  const rows = text
    .slice(text.indexOf("<!-- example: returns -->"))
    .split("\n\n")[1]
    ?.split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()));
  const items = [
    { ProductCode: "COFFEE", Quantity: 3, TotalAmount: 10 },
    { ProductCode: "CAKE", Quantity: 1, TotalAmount: 4.5 },
    { ProductCode: "COFFEE", Quantity: 1, TotalAmount: 7.9 },
  ];
  const earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 } as const;
  const award = { points: amountOf(22), postedAtMs: 1, lines: [0, 1, 2], earning };
  const original: OriginalSale = {
    ...{ id: "o", externalId: "POS-7-000101", memberId: "m", currencyId: "c", settledAtMs: 1, soldAtMs: 1, award },
    goods: soldGoods(items),
  };
  let lines = new Map();
  const taken = (rows ?? []).map(([, ProductCode = "", units, refund]) => {
    const item = { ProductCode, Quantity: -Number(units), TotalAmount: -Number(refund) };
    const linked = {
      line: 0,
      item,
      original,
      code: ProductCode,
      state: "counts",
    } as const;
    const step = takeBack([linked], { lines, expired: new Set() });
    expect(step.rests).toEqual([]);
    lines = new Map([...lines, ...step.after]);
    return step.taken.reduce((sum, { points }) => sum + points, 0n);
  });
  expect(taken).toEqual((rows ?? []).map(([, , , , points]) => amountOf(Number(points))));
  expect(taken.reduce((sum, points) => sum + points, 0n)).toBe(award.points);
});
