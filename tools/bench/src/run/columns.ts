import { formatFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { type ByPart, type Part, parts } from "../measure/processes.ts";
import type { Quantiles } from "../measure/statistics.ts";

export const partLabels: Readonly<Record<Part, string>> = {
  api: "API",
  worker: "Worker",
  postgres: "Postgres",
  redis: "Redis",
};

export const bytesPerMib = 1_048_576;
/** Memory promises are in MB. */
export const mbPerMib = bytesPerMib / 1e6;

/** A column of a table: its title, and its cell in a row. A number is shown with about three digits. */
export type Column<Row, Cell = string | number> = readonly [title: string, read: (row: Row) => Cell];

export function tableOf<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  notes: readonly string[] = [],
): Table {
  const cellOf = (cell: string | number) => (typeof cell === "number" ? formatFigure(cell) : cell);
  return {
    title,
    columns: titlesOf(columns),
    rows: rows.map((row) => columns.map(([, read]) => cellOf(read(row)))),
    notes,
  };
}

export const titlesOf = (columns: readonly (readonly [title: string, ...rest: unknown[]])[]) =>
  columns.map(([title]) => title);

const quantileTitles: Readonly<Record<keyof Quantiles, string>> = { p50: "p50", p99: "p99", p999: "p99.9", max: "max" };

/** Columns of quantiles; the first is titled with their name. */
export function quantileColumns<Row>(
  name: string,
  read: (row: Row) => Quantiles,
  shown: readonly (keyof Quantiles)[] = ["p50", "p99", "max"],
): Column<Row, number>[] {
  return shown.map((quantile, index) => [
    `${index === 0 ? `${name} ` : ""}${quantileTitles[quantile]}`.trim(),
    (row) => read(row)[quantile],
  ]);
}

/** A column of CPU for each part. */
export const partColumns = <Row>(read: (row: Row) => ByPart, shown: readonly Part[] = parts): Column<Row, number>[] =>
  shown.map((part) => [partLabels[part], (row) => read(row)[part]]);
