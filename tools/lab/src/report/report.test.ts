import { expect, it } from "vitest";
import { formatFigure, formatRange, formatRatio } from "./report.ts";

it("a figure has about three digits", () => {
  expect([0.0041, 0.5, 8.123, 57.34, 57, 812.6, 12_345.6].map(formatFigure)).toEqual([
    "0.004",
    "0.5",
    "8.12",
    "57.3",
    "57",
    "813",
    "12,346",
  ]);
});

it("a range has the precision of its larger end, and is in thousands if that is shorter", () => {
  expect(formatRange(8.1, 9.25)).toBe("8.10–9.25");
  expect(formatRange(0.078, 0.095)).toBe("0.078–0.095");
  expect(formatRange(99, 160.4)).toBe("99–160");
  expect(formatRange(923, 1_130)).toBe("0.92–1.13k");
  expect(formatRange(9_640, 12_945)).toBe("9.6–12.9k");
});

it("a ratio has one decimal below a hundred, and no decimals above", () => {
  expect([0.5, 17.26, 123.4].map(formatRatio)).toEqual(["0.5x", "17.3x", "123x"]);
});
