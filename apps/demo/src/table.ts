const gap = "  ";
const indent = "  ";
/** What a terminal of usual width shows without wrapping. */
const lineLengthMax = 100;

type Align = "left" | "right";
export type Column = readonly [title: string, align?: Align];

/** Lines of a table, each column as wide as its widest cell, no line longer than a terminal. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const titles = columns.map(([title]) => title);
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => {
    const cells = row.map((cell, column) =>
      columns[column]?.[1] === "right" ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    return `${indent}${cells.join(gap)}`.trimEnd().slice(0, lineLengthMax);
  });
}

/** A heading with a rule below it. */
export function formatHeading(text: string): string {
  return `\n${text}\n${"-".repeat(text.length)}`;
}
