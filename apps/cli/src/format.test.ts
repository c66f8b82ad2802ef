import { expect, test } from "vitest";
import { formatPoints } from "./format.ts";

test.each([
  ["1204.5000", "1,204.5"],
  ["-12.0000", "-12"],
  ["-0.5000", "-0.5"],
  ["99999999999.9999", "99,999,999,999.9999"],
])("%s points are written %s", (decimal, text) => expect(formatPoints(decimal)).toBe(text));
