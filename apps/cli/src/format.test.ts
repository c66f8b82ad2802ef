import { expect, test } from "vitest";
import { fit, formatPoints, wrap } from "./format.ts";

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

test("lines that a terminal is too narrow for are wrapped under their first word, and JSON is left whole", () => {
  expect(fit("aa bb\n  aa bb cc\n\naaaa", 7)).toBe("aa bb\n  aa bb\n  cc\n\naaaa");
  expect(fit('{"a":1, "b":2}', 7)).toBe('{"a":1, "b":2}');
});
