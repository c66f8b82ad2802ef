import { expect, test } from "vitest";
import { formatAge } from "./format.ts";

test.each([
  [0, "0 ms"],
  [-5, "0 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [61_000, "1 min 1 s"],
  [11_520_000, "3 h 12 min"],
  [86_400_000, "1 d"],
])("an age of %d ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));
