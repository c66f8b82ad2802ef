import { wrap } from "@rewards/runtime";
import type { Bar, Table } from "./report.ts";

/** Width of a usual terminal, in characters. */
export const lineLengthMax = 120;

const gap = "  ";
const indent = "  ";

/** A heading, columns as wide as their widest cell, and notes. The first column names the row; figures align right. */
export function formatTable({ title, columns, rows, notes = [] }: Table): string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? "";
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `${indent}${cells.join(gap)}`.trimEnd();
  });
  return [title, "-".repeat(title.length), ...lines, ...notes.flatMap((note) => wrap(note, indent, lineLengthMax))];
}

/** The promise, the measurement and whether it holds, as a text table with left-aligned columns. */
export function formatBars(bars: readonly Bar[]): string[] {
  if (bars.length === 0) return [];
  const rows = bars.map(({ name, wanted, measured, holds }) => [name, wanted, measured, verdict(holds)]);
  const all = [["Bar", "Wanted", "Measured", ""], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `${indent}${cells.join(gap)}`.trimEnd();
  });
  const missed = bars.filter(({ holds }) => !holds).length;
  const sum = missed === 0 ? `All ${bars.length} bars hold.` : `${missed} of ${bars.length} bars do NOT hold.`;
  return ["Bars", "----", ...lines, `${indent}${sum}`];
}

const verdict = (holds: boolean) => (holds ? "holds" : "does NOT hold");
