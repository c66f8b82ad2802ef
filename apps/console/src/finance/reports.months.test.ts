import { amountShown } from "@rewards/domain";
import { movedDay } from "@rewards/operations";
import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { daysOfReport, monthsOf } from "./reports.months.ts";

/** So many days from this one on, each of which issues 1 and has 0.25 taken. */
function daysFrom(first: string, count: number) {
  return times(count, (index) => ({
    day: movedDay(first, index),
    totals: [
      { type: "Redemption", count: 1, sum: "-0.25" },
      { type: "Sale", count: 1, sum: "1" },
    ],
    outstanding: String(0.75 * (index + 1)),
  }));
}

test("a month begins with what the one before ended with, and ends with what its days moved; the latest is the first", () => {
  const months = monthsOf({ days: daysFrom("2026-01-31", 30) });
  expect(months).toEqual([
    {
      ...{ month: "2026-03", opening: amountShown("21.75"), closing: amountShown("22.5") },
      moved: new Map([
        ["Redemption", amountShown("-0.25")],
        ["Sale", amountShown("1")],
      ]),
    },
    expect.objectContaining({ month: "2026-02", opening: amountShown("0.75"), closing: amountShown("21.75") }),
    expect.objectContaining({ month: "2026-01", opening: 0n, closing: amountShown("0.75") }),
  ]);
});

test("a month that the days cut off is left out; the first one of a programme is not", () => {
  const months = (first: string, count: number) => monthsOf({ days: daysFrom(first, count) }).map(({ month }) => month);
  expect(months("2026-01-02", daysOfReport).at(-1)).toBe("2026-02");
  expect(months("2026-01-01", daysOfReport).at(-1)).toBe("2026-01");
  expect(months("2026-01-02", 40)).toEqual(["2026-02", "2026-01"]);
  expect(monthsOf({ days: [] })).toEqual([]);
});
