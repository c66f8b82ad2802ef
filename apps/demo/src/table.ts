import { columnsMax, formatCount, wrap } from "@rewards/runtime";
import { showUnits, type Units } from "./expect.ts";

const gap = "  ";
const indent = "  ";
/** Text is cut to this before a table gives up its columns. */
const textWidthMin = 8;
const sentenceWidthMin = 16;

/** Text, a count or points. */
export type Cell = string | number | Units;

interface Column {
  readonly title: string;
  readonly isText: boolean;
}

const show = (cell: Cell): string =>
  typeof cell === "bigint" ? showUnits(cell) : typeof cell === "number" ? formatCount(cell) : cell;

/**
 * A table in lines of at most `width` columns; numbers are at the right. If it does not fit, sentences in the last column
 * are wrapped and other text is cut, but never numbers. If it still does not fit, each row becomes a paragraph.
 */
export function formatTable(
  titles: readonly string[],
  cells: readonly (readonly Cell[])[],
  width = columnsMax,
): string[] {
  const columns = titles.map((title, at) => ({ title, isText: cells.every((row) => typeof row[at] === "string") }));
  const rows = cells.map((row) => row.map(show));
  const all = [titles, ...rows];
  const widths = fitWidths(columns, all, width);
  if (widths === undefined) return rows.flatMap((row) => formatParagraph(columns, row, width));
  return all.flatMap((row) => formatRow(columns, row, widths));
}

/** The width of each column; undefined where they cannot be made to fit. */
function fitWidths(
  columns: readonly Column[],
  all: readonly (readonly string[])[],
  width: number,
): readonly number[] | undefined {
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const last = columns.length - 1;
  const least = columns.map(({ isText }, column) =>
    isText ? (column === last ? sentenceWidthMin : textWidthMin) : (widths[column] ?? 0),
  );
  const room = width - indent.length - gap.length * last;
  for (let excess = sum(widths) - room; excess > 0; ) {
    const spare = widths.map((one, column) => one - (least[column] ?? 0));
    const widest = spare[last] !== undefined && spare[last] > 0 ? last : spare.indexOf(Math.max(...spare));
    const taken = Math.min(excess, spare[widest] ?? 0);
    if (taken <= 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - taken;
    excess -= taken;
  }
  return widths;
}

function formatRow(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string[] {
  const last = columns.length - 1;
  const isText = columns[last]?.isText;
  const [sentence = "", ...more] = isText ? wrapText(row[last] ?? "", widths[last] ?? 0) : [row[last] ?? ""];
  const cells = [...row.slice(0, last), sentence].map((cell, column) => {
    const own = widths[column] ?? 0;
    const shown = cell.length > own ? `${cell.slice(0, own - 1)}…` : cell;
    return columns[column]?.isText ? shown.padEnd(own) : shown.padStart(own);
  });
  const hang = " ".repeat(sum(widths.slice(0, last)) + gap.length * last);
  return [cells.join(gap), ...more.map((line) => `${hang}${line}`)].map((line) => `${indent}${line}`.trimEnd());
}

/** Its text, and below that each number behind its title. */
function formatParagraph(columns: readonly Column[], row: readonly string[], width: number): string[] {
  const texts = row.filter((cell, column) => columns[column]?.isText && cell !== "");
  const numbers = columns.flatMap(({ title, isText }, column) =>
    isText ? [] : [`${title} ${row[column]}`.trim().replaceAll(" ", "\u00a0")],
  );
  return [
    ...indented(texts.join(" "), width),
    ...indented(numbers.join(" "), width - indent.length).map((line) => `${indent}${line}`),
  ].map((line) => line.replaceAll("\u00a0", " "));
}

/** Lines of whole words, none longer than `width`; a word that is longer is cut into pieces. */
export const wrapText = (text: string, width: number): string[] =>
  wrap(text.replace(new RegExp(`\\S{${width}}(?=\\S)`, "g"), "$& "), "", width);

/** A heading with a rule below it. */
export function formatHeading(text: string, width = columnsMax): string {
  const lines = wrapText(text, width);
  return `\n${lines.join("\n")}\n${"-".repeat(Math.max(...lines.map(({ length }) => length)))}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export const indented = (text: string, width: number): string[] =>
  wrapText(text, width - indent.length).map((line) => `${indent}${line}`);
