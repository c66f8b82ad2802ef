import { expect, test } from "vitest";
import { localDateOf, periodOf, periods } from "./rule.period.ts";

test.each([
  ["2026-05-04", ["2026-05-04", "2026-W19", "2026-05", "2026-Q2", "2026", ""]],
  ["2026-12-31", ["2026-12-31", "2026-W53", "2026-12", "2026-Q4", "2026", ""]],
  ["2027-01-03", ["2027-01-03", "2026-W53", "2027-01", "2027-Q1", "2027", ""]],
  ["2027-01-04", ["2027-01-04", "2027-W01", "2027-01", "2027-Q1", "2027", ""]],
  ["2024-12-30", ["2024-12-30", "2025-W01", "2024-12", "2024-Q4", "2024", ""]],
  ["2028-02-29", ["2028-02-29", "2028-W09", "2028-02", "2028-Q1", "2028", ""]],
  ["1969-12-28", ["1969-12-28", "1969-W52", "1969-12", "1969-Q4", "1969", ""]],
])("%s is in its day, ISO week, month, quarter and year, and in the campaign", (date, expected) => {
  expect(periods.map((period) => periodOf(date, period))).toEqual(expected);
});

test.each([
  ["2026-12-31T22:59:59.999Z", "Europe/Berlin", "2026-12-31"],
  ["2026-12-31T23:00:00Z", "Europe/Berlin", "2027-01-01"],
  ["2026-03-28T23:00:00Z", "Europe/Berlin", "2026-03-29"],
  ["2026-03-29T21:59:59Z", "Europe/Berlin", "2026-03-29"],
  ["2026-10-25T22:59:59Z", "Europe/Berlin", "2026-10-25"],
  ["2028-02-29T18:14:59Z", "Asia/Kathmandu", "2028-02-29"],
  ["2028-02-29T18:15:00Z", "Asia/Kathmandu", "2028-03-01"],
  ["2026-05-04T00:00:00Z", "UTC", "2026-05-04"],
])("at %s, clocks of %s show %s", (at, zone, expected) => {
  expect(localDateOf(Date.parse(at), zone)).toBe(expected);
});
