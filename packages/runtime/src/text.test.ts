import { expect, test } from "vitest";
import { fit, formatAge, wrap, writeFitting } from "./text.ts";

test("text is broken between words, and a word that is too long is left whole", () => {
  expect(wrap("aa bb cc", "  ", 7)).toEqual(["  aa bb", "  cc"]);
  expect(wrap("aaaaaaaaaa b", "", 5)).toEqual(["aaaaaaaaaa", "b"]);
});

test("lines that a terminal is too narrow for are wrapped under their first word, and JSON is left whole", () => {
  expect(fit("aa bb\n  aa bb cc\n\naaaa", 7)).toBe("aa bb\n  aa bb\n  cc\n\naaaa");
  expect(fit('{"a":1, "b":2}', 7)).toBe('{"a":1, "b":2}');
});

test("a terminal gets lines of its width, and a file each line whole", () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  writeFitting({ isTTY: true, columns: 7, write } as never, "aa bb cc");
  writeFitting({ isTTY: false, columns: 7, write } as never, "aa bb cc");
  expect(written).toEqual(["aa bb\ncc\n", "aa bb cc\n"]);
});

test.each([
  [0, "0 ms"],
  [-5, "0 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [61_000, "1 min 1 s"],
  [11_520_000, "3 h 12 min"],
  [86_400_000, "1 d"],
])("an age of %d ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));
