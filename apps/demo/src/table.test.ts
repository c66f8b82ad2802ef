import { expect, it } from "vitest";
import { formatTable } from "./table.ts";

it("columns are as wide as they must be, and lines no longer than a terminal", () => {
  expect(formatTable([["Name"], ["Points", "right"]], [["Ada", "1,000"]])).toEqual([
    "  Name  Points",
    "  Ada    1,000",
  ]);
  const [, line] = formatTable([["Text"]], [["x".repeat(200)]]);
  expect(line).toHaveLength(100);
});
