import { expect, test } from "vitest";
import { formatAge, formatPoints, wrap } from "./format.ts";

test.each([
  [0, "0 ms"],
  [-5, "0 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [61_000, "1 min 1 s"],
  [11_520_000, "3 h 12 min"],
  [86_400_000, "1 d"],
])("an age of %d ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));

test.each([
  ["1204.5000", "1,204.5"],
  ["-12.0000", "-12"],
  ["-0.5000", "-0.5"],
  ["99999999999.9999", "99,999,999,999.9999"],
])("%s points are written %s", (decimal, text) => expect(formatPoints(decimal)).toBe(text));

test("text is broken between words, and a word that is too long is left whole", () => {
  expect(wrap("aa bb cc", "  ", 7)).toEqual(["  aa bb", "  cc"]);
  expect(wrap("aaaaaaaaaa b", "", 5)).toEqual(["aaaaaaaaaa", "b"]);
});
