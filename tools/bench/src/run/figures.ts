import { formatFigure, noFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import type { Quantiles } from "../measure/statistics.ts";

/** What was measured, by name. The name is also the title of the column that shows it. */
export type Figures = Readonly<Record<string, number>>;
export type Cells = Readonly<Record<string, number | string>>;

export function figureOf(figures: Figures, name: string): number {
  const value = figures[name];
  if (value === undefined) throw new Error(`${name} was not measured`);
  return value;
}

/** Quantiles as figures: `POST p50`, `POST p99`, `POST p99.9` and `POST max`. */
export const quantileFigures = (name: string, quantiles: Quantiles): Figures =>
  Object.fromEntries(Object.entries(quantiles).map(([share, value]) => [`${name} ${share}`, value]));

/** A table whose rows have names; the first column is theirs. A cell that a row lacks is a dash. */
export function tableOf(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly [name: string, cells: Cells])[],
  notes: readonly string[] = [],
): Table {
  const cellOf = (cell: number | string = noFigure) => (typeof cell === "number" ? formatFigure(cell) : cell);
  return {
    title,
    columns: titlesOf(columns),
    rows: rows.map(([name, cells]) => [name, ...columns.slice(1).map((column) => cellOf(cells[column]))]),
    notes,
  };
}

/** Titles without the words that they share with the title before them: `POST p50`, `p99`. */
export function titlesOf(columns: readonly string[]): string[] {
  const nameOf = (column = "") => column.slice(0, column.lastIndexOf(" ") + 1);
  return columns.map((column, index) => {
    const name = nameOf(column);
    return name === nameOf(columns[index - 1]) ? column.slice(name.length) : column;
  });
}
