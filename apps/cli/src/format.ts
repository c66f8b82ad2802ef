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

/** The columns of a table: each title with the text of its cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

const cellsOf = <Row>(columns: Columns<Row>, rows: readonly Row[]) =>
  rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));

/** Lines of a table, each column as wide as its widest cell. */
export function formatTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  const all = [Object.keys(columns), ...cellsOf(columns, rows)];
  const widths = Object.keys(columns).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(gap);
  return all.toSpliced(1, 0, rule).map((row) => lineOf(row).trimEnd());
}

/** Lines of a table, or, if it were wider than a terminal, a block of lines for each row: a title and its cell in each. */
export function formatList<Row>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  const table = formatTable(columns, rows);
  if (table.every((line) => line.length <= columnsMax)) return table;
  const titles = Object.keys(columns);
  const width = Math.max(...titles.map((title) => title.length)) + gap.length;
  const cellLines = (title: string, cell: string) => {
    const [first = "", ...rest] = wrap(cell, " ".repeat(width));
    return [title.padEnd(width) + first.trimStart(), ...rest];
  };
  return cellsOf(columns, rows).flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...titles.flatMap((title, column) => (row[column] ? cellLines(title, row[column]) : [])),
  ]);
}

/** The columns of an audit trail; `who` is the title of the actors. */
export const auditColumns = (who: string) =>
  ({
    At: (one) => one.at,
    [who]: (one) => one.actor,
    Operation: (one) => one.operation,
    Reason: (one) => one.reason,
  }) satisfies Columns<{ at: string; actor: string; operation: string; reason: string }>;
