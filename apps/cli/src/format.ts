import { columnsMax, formatCount, wrap } from "@rewards/runtime";

/** Removes control characters: text of callers and operators could steer the terminal. */
export const plainOf = (print: (line: string) => void) => (line: string) => print(line.replace(/\p{Cc}/gu, " "));

/** `1,204.5`, without trailing zeros. */
export function formatPoints(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const rest = fraction.replace(/0+$/, "");
  const text = formatCount(BigInt(whole));
  return `${whole === "-0" ? "-0" : text}${rest && `.${rest}`}`;
}

const gap = "  ";

/** Lines of a table, each column as wide as its widest cell. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** Lines of a table, or, if it were wider than a terminal, a block of lines for each row: a title and its cell in each. */
export function formatList(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = formatTable(head, rows);
  if (table.every((line) => line.length <= columnsMax)) return table;
  const width = Math.max(...head.map((title) => title.length)) + gap.length;
  const cellLines = (title: string, cell: string) => {
    const [first = "", ...rest] = wrap(cell, " ".repeat(width));
    return [title.padEnd(width) + first.trimStart(), ...rest];
  };
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...head.flatMap((title, column) => (row[column] ? cellLines(title, row[column]) : [])),
  ]);
}
