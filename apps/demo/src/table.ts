const gap = "  ";
const indent = "  ";
/** A terminal of usual width shows so many columns without wrapping. */
export const widthMax = 80;
/** Text is cut to this before a table gives up its columns. */
const textWidthMin = 8;
const sentenceWidthMin = 16;

type Align = "left" | "right";
export type Column = readonly [title: string, align?: Align];

/**
 * A table in lines of at most `width` columns. If it does not fit, sentences in the last column are wrapped and other
 * text is cut, but never numbers. If it still does not fit, each row becomes a paragraph.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = widthMax,
): string[] {
  const all = [columns.map(([title]) => title), ...rows];
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
  const least = columns.map(([, align], column) =>
    align === "right" ? (widths[column] ?? 0) : column === last ? sentenceWidthMin : textWidthMin,
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
  const isText = columns[last]?.[1] !== "right";
  const [sentence = "", ...more] = isText ? wrapText(row[last] ?? "", widths[last] ?? 0) : [row[last] ?? ""];
  const cells = [...row.slice(0, last), sentence].map((cell, column) => {
    const own = widths[column] ?? 0;
    const shown = cell.length > own ? `${cell.slice(0, own - 1)}…` : cell;
    return columns[column]?.[1] === "right" ? shown.padStart(own) : shown.padEnd(own);
  });
  const hang = " ".repeat(sum(widths.slice(0, last)) + gap.length * last);
  return [cells.join(gap), ...more.map((line) => `${hang}${line}`)].map((line) => `${indent}${line}`.trimEnd());
}

/** Its text, and below that each number behind its title. */
function formatParagraph(columns: readonly Column[], row: readonly string[], width: number): string[] {
  const isNumber = (column: number) => columns[column]?.[1] === "right";
  const texts = row.filter((cell, column) => !isNumber(column) && cell !== "");
  const numbers = row.flatMap((cell, column) =>
    isNumber(column) ? [`${columns[column]?.[0] ?? ""} ${cell}`.trim().replaceAll(" ", "\u00a0")] : [],
  );
  return [
    ...wrapText(texts.join(gap), width - indent.length).map((line) => `${indent}${line}`),
    ...wrapText(numbers.join(gap), width - 2 * indent.length).map((line) => `${indent}${indent}${line}`),
  ].map((line) => line.replaceAll("\u00a0", " "));
}

/** Lines of whole words, none longer than `width`; a word that is longer is cut into pieces. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/).flatMap((one) => one.match(new RegExp(`.{1,${width}}`, "g")) ?? [])) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** A heading with a rule below it. */
export function formatHeading(text: string, width = widthMax): string {
  const lines = wrapText(text, width);
  return `\n${lines.join("\n")}\n${"-".repeat(Math.max(...lines.map(({ length }) => length)))}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export function indented(text: string, width: number): string[] {
  return wrapText(text, width - 2).map((line) => `  ${line}`);
}

export const count = (value: number): string => value.toLocaleString("en-US");
