import { expect, test } from "vitest";
import { figuresOf } from "./home.figures.ts";
import { daysUntil } from "./home.period.ts";
import { pointsOf } from "./home.spark.tsx";

const totals = (...sums: [type: string, sum: number][]) =>
  sums.map(([type, sum]) => ({ type, count: 1, sum: String(sum) }));
const ledgerOf = (days: readonly string[], sold: (index: number) => number) => ({
  ...{ currency: "c", until: `${days.at(-1)}T12:00:00.000Z` },
  days: days.map((day, index) => ({ day, totals: totals(["Sale", sold(index)]), outstanding: String(index) })),
});

test("a period is compared with the one before it, and members of several days count once", () => {
  const days = daysUntil("2026-03-01", 14);
  const ledger = ledgerOf(days, (index) => (index < 7 ? 10 : 20));
  const last = {
    day: "2026-03-01",
    totals: totals(["Sale", 30], ["Redemption", -60], ["Expiry", -3]),
    outstanding: "500",
  };
  const active = ["2026-02-22", "2026-02-28", "2026-03-01"].map((day, index) => ({
    day,
    members: 5,
    further: 5 - index,
  }));
  const { now, before, from, steps } = figuresOf({ ...ledger, days: [...ledger.days.slice(0, -1), last] }, active, 7);
  expect(from).toBe("2026-02-23");
  expect(now).toEqual({ active: 7, issued: 150, redeemed: 60, expired: 3, outstanding: 500, rate: 0.4 });
  expect(before).toEqual({ active: 5, issued: 70, redeemed: 0, expired: 0, outstanding: 6, rate: 0 });
  expect(steps.map(({ active: members }) => members)).toEqual([0, 0, 0, 0, 0, 5, 5]);
});

test("a programme younger than the period before has nothing to compare with, and zeros before its first day", () => {
  const figures = figuresOf(
    ledgerOf(["2026-03-01"], () => 5),
    [],
    30,
  );
  expect(figures.before).toBeUndefined();
  expect(figures.steps.map(({ issued }) => issued)).toEqual([...Array(29).fill(0), 5]);
  expect(figures.now).toMatchObject({ issued: 5, rate: 0 });
});

test("a year has whole weeks, the last of which ends today", () => {
  const { steps, step } = figuresOf(
    ledgerOf(daysUntil("2026-03-01", 730), () => 1),
    [],
    365,
  );
  expect([step, steps.length, steps.at(-1)]).toEqual([
    "week",
    52,
    expect.objectContaining({ day: "2026-02-23", issued: 7, outstanding: 729 }),
  ]);
});

test("a line goes through its values, from 0 at the bottom to the most at the top; without values it is flat", () => {
  expect(pointsOf([0, 5, 10])).toBe("0.0,30.0 50.0,16.0 100.0,2.0");
  expect(pointsOf([0, 0])).toBe("0.0,30.0 100.0,30.0");
  expect(pointsOf([-10, 10])).toBe("0.0,30.0 100.0,2.0");
});
