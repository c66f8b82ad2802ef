import { expect, test } from "vitest";
import { formatList, formatPoints } from "./format.ts";

test.each([
  ["1204.5000", "1,204.5"],
  ["-12.0000", "-12"],
  ["-0.5000", "-0.5"],
  ["99999999999.9999", "99,999,999,999.9999"],
])("%s points are written %s", (decimal, text) => expect(formatPoints(decimal)).toBe(text));

const columns = { Name: ([name = ""]: string[]) => name, Rights: ([, rights = ""]: string[]) => rights };

test("rows that fit a terminal are a table", () => {
  expect(formatList(columns, [["ann", "view:*"]])).toEqual(["Name  Rights", "----  ------", "ann   view:*"]);
});

test("rows that do not are blocks, whose cells are wrapped and left out if they are empty", () => {
  const rights = Array.from({ length: 12 }, (_, n) => `view:View${n}`).join(" ");
  const lines = formatList(columns, [
    ["ann", rights],
    ["bob", ""],
  ]);
  expect(lines[0]).toBe("Name    ann");
  expect(lines[1]).toMatch(/^Rights {2}view:View0 /);
  expect(lines[2]).toMatch(/^ {8}view:View/);
  expect(lines.slice(3)).toEqual(["", "Name    bob"]);
  expect(lines.every((line) => line.length <= 80)).toBe(true);
});
