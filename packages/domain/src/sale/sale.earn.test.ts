import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, type Rounding, roundings, showAmount } from "../amount.ts";
import { earn } from "./sale.earn.ts";

const line = (TotalAmount: number, Quantity = TotalAmount < 0 ? -1 : 1, ProductCode = "P") => ({
  ProductCode,
  Quantity,
  TotalAmount,
});
const earning = (rate = "1", rounding: Rounding = "toward-zero", fractionDigits = 0) => ({
  earning: { rate: amountOf(rate), rounding, fractionDigits },
});
const all = () => true;
const shown = ({ purchase, returned }: ReturnType<typeof earn>) => [showAmount(purchase), showAmount(returned)];

describe("earn", () => {
  test("1 point per 1.00, rounded toward zero, is what a programme gives until it says otherwise", () => {
    expect(shown(earn([line(10.99)], all, earning()))).toEqual(["10", "0"]);
    expect(shown(earn([line(0.99)], all, earning()))).toEqual(["0", "0"]);
    expect(shown(earn([], all, earning()))).toEqual(["0", "0"]);
  });

  test("rounding is over the sum of the lines, not line by line", () => {
    expect(shown(earn([line(0.5), line(0.5), line(0.7)], all, earning()))).toEqual(["1", "0"]);
  });

  test("purchases and returns are rounded apart from each other", () => {
    expect(shown(earn([line(10.2), line(-0.5)], all, earning()))).toEqual(["10", "0"]);
    expect(shown(earn([line(10.6), line(-1.6)], all, earning()))).toEqual(["10", "-1"]);
    expect(shown(earn([line(10.6), line(-1.6)], all, earning("1", "half-up")))).toEqual(["11", "-2"]);
    expect(shown(earn([line(10.1), line(-1.1)], all, earning("1", "away-from-zero")))).toEqual(["11", "-2"]);
  });

  test("rate and decimals are the programme's", () => {
    expect(shown(earn([line(10)], all, earning("1.5")))).toEqual(["15", "0"]);
    expect(shown(earn([line(10.55)], all, earning("0.5", "toward-zero", 2)))).toEqual(["5.27", "0"]);
    expect(shown(earn([line(10.55)], all, earning("0.5", "half-up", 2)))).toEqual(["5.28", "0"]);
    expect(shown(earn([line(10.55)], all, earning("0")))).toEqual(["0", "0"]);
  });

  test("lines of products that are not incentivizable do not count, on either side", () => {
    const items = [line(10), line(5, 1, "X"), line(-3), line(-2, -1, "X")];
    expect(shown(earn(items, (code) => code !== "X", earning()))).toEqual(["10", "-3"]);
  });

  test("a line of total 0 earns nothing, whichever its quantity", () => {
    expect(shown(earn([line(0, 1), line(0, -1)], all, earning("1", "away-from-zero")))).toEqual(["0", "0"]);
  });

  test("sums are exact, where floats are not", () => {
    expect(shown(earn([line(0.1), line(0.2)], all, earning("1", "away-from-zero", 1)))).toEqual(["0.3", "0"]);
    expect(shown(earn(Array(10).fill(line(0.1)), all, earning()))).toEqual(["1", "0"]);
  });

  test("returning every line takes back exactly what it earned", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 });
    const rates = fc.integer({ min: 0, max: 99_999 }).map((rate) => String(rate / 10_000));
    const digits = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(cents, rates, fc.constantFrom(...roundings), digits, (totals, rate, rounding, fractionDigits) => {
        const programme = earning(rate, rounding, fractionDigits);
        const bought = earn(
          totals.map((total) => line(total / 100)),
          all,
          programme,
        );
        const returned = earn(
          totals.map((total) => line(-total / 100)),
          all,
          programme,
        );
        expect(returned).toEqual({ purchase: 0n, returned: -bought.purchase });
      }),
    );
  });
});
