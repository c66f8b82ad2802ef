import { formatFigure, noFigure, type Table } from "@rewards/lab/report/report";

/** What was measured, by name. The name is also the title of the column that shows it. */
export type Figures = Readonly<Record<string, number>>;
export type Cells = Readonly<Record<string, number | string>>;

/** CPU of each part, and of all. */
export const cpuColumns = ["API", "Worker", "Postgres", "Redis", "CPU"] as const;

/** Memory promises are in MB; the system counts in MiB. */
export const mbPerMib = 1_048_576 / 1e6;

export function figureOf(figures: Figures, name: string): number {
  const value = figures[name];
  if (value === undefined) throw new Error(`${name} was not measured`);
  return value;
}

const shares = { p50: 0.5, p99: 0.99, "p99.9": 0.999, max: 1 } as const;

/** Values that the given share of all values does not exceed. */
export type Quantiles = Readonly<Record<keyof typeof shares, number>>;

/** The shares of the named quantiles, in order; also for percentile_disc of Postgres. */
export const quantileShares: readonly number[] = Object.values(shares);

/** Names the values at each of these shares; a missing value is 0. */
export const nameQuantiles = (values: readonly (number | undefined)[]) =>
  Object.fromEntries(Object.keys(shares).map((name, index) => [name, values[index] ?? 0])) as Quantiles;

export function quantilesOf(values: Iterable<number>): Quantiles {
  const sorted = Float64Array.from(values).sort();
  return nameQuantiles(
    quantileShares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]),
  );
}

/** Quantiles as figures: `POST p50`, `POST p99`, `POST p99.9` and `POST max`. */
export const quantileFigures = (name: string, quantiles: Quantiles): Figures =>
  Object.fromEntries(Object.entries(quantiles).map(([share, value]) => [`${name} ${share}`, value]));

const bySize = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export type Spread = ReturnType<typeof spreadOf>;

/** Median and range. @throws if there are no values. */
export function spreadOf(values: readonly number[]) {
  const sorted = bySize(values);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("no values to take a median of");
  return { median: (low + high) / 2, min: sorted[0] ?? low, max: sorted.at(-1) ?? high };
}

/**
 * Bounds between which the median of all possible values lies with 95 % confidence, whatever their distribution: the
 * ranks of a sign test. The range of the values if they are fewer than six.
 */
export function medianBounds(values: readonly number[]) {
  const sorted = bySize(values);
  let below = 0;
  let chance = 0.5 ** sorted.length;
  for (let sum = chance; sum <= 0.025; sum += chance) {
    below += 1;
    chance *= (sorted.length - below + 1) / below;
  }
  const rank = Math.max(0, below - 1);
  return { min: sorted[rank] ?? Number.NaN, max: sorted[sorted.length - 1 - rank] ?? Number.NaN };
}

/** A table whose rows have names; the first column is theirs. A cell that a row lacks is a dash. */
export function tableOf(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly [name: string, cells: Cells])[],
  notes: readonly string[] = [],
): Table {
  const cellOf = (cell: number | string = noFigure) => (typeof cell === "number" ? formatFigure(cell) : cell);
  const lines = rows.map(([name, cells]) => [name, ...columns.slice(1).map((column) => cellOf(cells[column]))]);
  return { title, columns: titlesOf(columns), rows: lines, notes };
}

/** Titles without the words that they share with the title before them: `POST p50`, `p99`. */
export function titlesOf(columns: readonly string[]): string[] {
  const nameOf = (column = "") => column.slice(0, column.lastIndexOf(" ") + 1);
  return columns.map((column, index) => {
    const name = nameOf(column);
    return name === nameOf(columns[index - 1]) ? column.slice(name.length) : column;
  });
}
