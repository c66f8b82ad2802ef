import { expect, test } from "vitest";
import { formatPosition, parsePosition } from "./replica.position.ts";

test("a position is read and written as Postgres does", () => {
  for (const text of ["0/0", "16/B374D848", "0/1", "FFFFFFFF/FFFFFFFF"])
    expect(formatPosition(parsePosition(text) as bigint)).toBe(text);
  expect(parsePosition("1/0")).toBe(2n ** 32n);
  expect(parsePosition("a/b")).toBe(parsePosition("A/0000000B"));
});

test.each(["", "/", "1", "1/", "/1", "1/2/3", "1/123456789", "g/1", " 1/1", "1/1 ", "-1/1", "0x1/1", "1/1, 1/1"])(
  "%j is no position",
  (given) => expect(parsePosition(given)).toBeUndefined(),
);
