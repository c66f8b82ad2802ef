import { expect, it } from "vitest";
import { type Cell, formatHeading, formatTable, wrapText } from "./table.ts";

const titles = ["Member", "Name", "Sales", "Earned", "Returned", "Redeemed", "Balance"];
const row: Cell[] = [
  "R1-M0063",
  "Wolfeschlegelsteinhausenbergerdorff",
  37,
  10_790_000n,
  -90_000n,
  -1_500_000n,
  9_200_000n,
];
const counts = ["37", "1,079", "-9", "-150", "920"];

it("columns are as wide as they must be", () => {
  expect(formatTable(["Name", "Points"], [["Ada", 1000]])).toEqual(["  Name  Points", "  Ada    1,000"]);
});

it.each([80, 60, 40, 24])("at %d columns no line is longer, and every count is there in full", (width) => {
  const lines = formatTable(titles, [row], width);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  for (const count of counts) expect(lines.join("\n")).toMatch(new RegExp(`(^|\\s)${count}(\\s|$)`));
});

it("a sentence in the last column is wrapped below itself", () => {
  expect(formatTable(["", "", ""], [["Accepted", 6000, "1,090 a second; half within 55 ms"]], 40).slice(1)).toEqual([
    "  Accepted  6,000  1,090 a second; half",
    "                   within 55 ms",
  ]);
});

it("text is wrapped at words, a heading with its rule", () => {
  expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapText("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  expect(formatHeading("one two three", 7)).toBe("\none two\nthree\n-------");
});
