import { expect, test } from "vitest";
import { createPositions } from "./position.ts";

function taking(...given: readonly (readonly [string | null, string | undefined])[]) {
  const positions = createPositions();
  for (const [position, sentAt] of given) positions.take(position, sentAt);
  return positions.current();
}

test("the newest position is kept, in whatever order the answers come", () => {
  expect(taking()).toBeUndefined();
  expect(taking(["0/A", undefined], ["0/9", undefined], [null, undefined])).toBe("0/A");
  expect(taking(["0/FFFFFFFF", undefined], ["1/0", "0/FFFFFFFF"])).toBe("1/0");
  expect(taking(["9/1", undefined], ["10/1", undefined])).toBe("10/1");
});

test("after the database was replaced, its lower positions count", () => {
  expect(taking(["9/0", undefined], ["0/5", "9/0"])).toBe("0/5");
});

test("after a write of unknown position, the next write's position counts", () => {
  const unknown = "FFFFFFFF/FFFFFFFF";
  expect(taking(["0/5", undefined], [unknown, "0/5"], ["0/6", "0/5"])).toBe(unknown);
  expect(taking(["0/5", undefined], [unknown, "0/5"], ["0/7", unknown])).toBe("0/7");
});

test.each(["", "1", "x/y", "1/123456789"])("%j of a proxy is ignored", (given) => {
  expect(taking(["0/1", undefined], [given, "0/1"])).toBe("0/1");
});
