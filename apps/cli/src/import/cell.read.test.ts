import { describe, expect, test } from "vitest";
import { dateForm, multiply, readDay, readNumber, readTime } from "./cell.read.ts";

test.each([
  ["1,234.5", "1,234.5", "1234.5"],
  ["1.234,5", "1.234,5", "1234.5"],
  ["$1,234.50", "1,234.5", "1234.5"],
  ["-$3", "1,234.5", "-3"],
  ["($18.00)", "1,234.5", "-18"],
  ["1.200 €", "1.234,5", "1200"],
  [".5", "1,234.5", "0.5"],
  ["007", "1,234.5", "7"],
  ["1.0", "1,234.5", "1"],
  ["1,5", "1,234.5", undefined],
  ["1.5", "1.234,5", undefined],
  ["1,23,456", "1,234.5", undefined],
  ["1.2.3", "1,234.5", undefined],
  ["(3", "1,234.5", undefined],
  ["1.23456", "1,234.5", undefined],
  ["1e3", "1,234.5", undefined],
  [".", "1,234.5", undefined],
  ["twelve", "1,234.5", undefined],
] as const)("%s, written as %s, is %s", (text, form, number) => expect(readNumber(text, form)).toBe(number));

test("a product has no error of binary fractions", () => expect(multiply("3", "19.99")).toBe("59.97"));

describe("a time", () => {
  const read = (text: string, form: string, zone?: string) => readTime(text, [dateForm(form)], zone);

  test.each([
    ["2026-03-29 03:15:00 +0200", "YYYY-MM-DD HH:mm:ss Z", undefined, "2026-03-29T03:15:00.000+0200"],
    ["7/4/26 12:01 AM", "MM/DD/YY hh:mm A", "America/New_York", "2026-07-04T04:01:00.000Z"],
    ["01/15/2026 12:30 p.m.", "MM/DD/YYYY hh:mm A", "America/New_York", "2026-01-15T17:30:00.000Z"],
    ["31.12.2026", "DD.MM.YYYY", "Europe/Berlin", "2026-12-30T23:00:00.000Z"],
    ["2026-03-29 12:00", "YYYY-MM-DD HH:mm", "Europe/Berlin", "2026-03-29T10:00:00.000Z"],
    // Clocks show it twice, and never.
    ["2026-10-25 02:30", "YYYY-MM-DD HH:mm", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-03-29 02:30", "YYYY-MM-DD HH:mm", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-02-30 10:00", "YYYY-MM-DD HH:mm", "UTC", undefined],
    ["2026-01-01 25:00", "YYYY-MM-DD HH:mm", "UTC", undefined],
    ["2026-01-01 10:00", "YYYY-MM-DD HH:mm", undefined, undefined],
    ["2026-01-01", "DD.MM.YYYY", "UTC", undefined],
  ])("%s as %s in %s is %s", (text, form, zone, time) => expect(read(text, form, zone)).toBe(time));

  test("a day without a year is left out", () => {
    const forms = ["MM/DD/YYYY", "MM/DD"].map(dateForm);
    expect([readDay("05/17/1990", forms), readDay("12/24", forms), readDay("x", forms)]).toEqual([
      "1990-05-17",
      null,
      undefined,
    ]);
  });
});
