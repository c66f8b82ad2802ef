import { expect, it } from "vitest";
import { formatBars, formatTable, lineLengthMax } from "./table.ts";

it("names align left, figures align right, and columns fit their widest cell", () => {
  const table = {
    title: "Title",
    columns: ["", "Sales/s"],
    rows: [
      ["Rewards", "12,345"],
      ["Peer A, naive", "712"],
    ],
  };
  expect(formatTable(table)).toEqual([
    "Title",
    "-----",
    "                 Sales/s",
    "  Rewards         12,345",
    "  Peer A, naive      712",
  ]);
});

it("a row with too few cells leaves the rest empty", () => {
  expect(formatTable({ title: "T", columns: ["", "A", "B"], rows: [["x", "1"]] })).toEqual([
    "T",
    "-",
    "     A  B",
    "  x  1",
  ]);
});

it("a note wraps at the terminal's width and loses no word", () => {
  const note = "word ".repeat(60).trim();
  const lines = formatTable({ title: "T", columns: [""], rows: [], notes: [note] }).slice(3);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(lineLengthMax);
  expect(lines.map((line) => line.trim()).join(" ")).toBe(note);
});

it("a missed bar is marked in its row and counted in the sum", () => {
  const bars = [
    { name: "CPU a sale", wanted: "≤ 170 µs", measured: "129 µs", holds: true },
    { name: "Sales a second", wanted: "≥ 10,000", measured: "9,876", holds: false },
  ];
  expect(formatBars(bars)).toEqual([
    "Bars",
    "----",
    "  Bar             Wanted    Measured",
    "  CPU a sale      ≤ 170 µs  129 µs    holds",
    "  Sales a second  ≥ 10,000  9,876     does NOT hold",
    "  1 of 2 bars do NOT hold.",
  ]);
});

it("without bars, nothing is printed", () => {
  expect(formatBars([])).toEqual([]);
});
