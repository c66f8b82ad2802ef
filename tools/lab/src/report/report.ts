/** What a command found: shown on the terminal, and drawn if it has a chart. */
export interface Report {
  readonly title: string;
  readonly tables: readonly Table[];
  /** What the product promises, compared with the measurement. */
  readonly bars: readonly Bar[];
  readonly chart: Chart | undefined;
}

export interface Table {
  readonly title: string;
  /** The first column names the row. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

export interface Bar {
  readonly name: string;
  /** Such as `≤ 170 µs`. */
  readonly wanted: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** Horizontal bars in groups: one group per measure, each with a separate scale. */
export interface Chart {
  readonly title: string;
  /** Explains the bars in a line or two. */
  readonly subtitle?: string;
  readonly groups: readonly {
    readonly title: string;
    readonly unit: string;
    readonly bars: readonly ChartBar[];
  }[];
}

export interface ChartBar {
  readonly label: string;
  readonly value: number;
  /** The range, drawn as a thin line over the bar. */
  readonly low?: number;
  readonly high?: number;
  /** Follows the value, such as a ratio. */
  readonly note?: string;
  /** Drawn fainter, so that the product's bar is easy to find. */
  readonly isPeer?: boolean;
}

/** A promise that a figure does not exceed a bound; a figure that could not be read fails. */
export function atMost(name: string, bound: number, unit: string, measured: number): Bar {
  return {
    name,
    wanted: `≤ ${formatFigure(bound)} ${unit}`,
    measured: `${formatFigure(measured)} ${unit}`,
    holds: measured <= bound,
  };
}

/** A promise that a figure reaches a bound. */
export function atLeast(name: string, bound: number, unit: string, measured: number): Bar {
  return {
    name,
    wanted: `≥ ${formatFigure(bound)} ${unit}`.trimEnd(),
    measured: `${formatFigure(measured)} ${unit}`.trimEnd(),
    holds: measured >= bound,
  };
}

/** A promise that a count is exact. */
export function exactly(name: string, wanted: number, measured: number): Bar {
  return { name, wanted: formatCount(wanted), measured: formatCount(measured), holds: measured === wanted };
}

/** A run with broken books throws, so this bar always holds when it is reached. */
export const booksHold: Bar = { name: "the books", wanted: "add up", measured: "add up", holds: true };

/** Replaces a figure that could not be read. */
export const noFigure = "—";

const kiloFrom = 1_000;

/** A figure with about three digits, such as 0.004, 8.12, 57.3 or 12,345. */
export function formatFigure(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 0, maximumFractionDigits: fractionDigits(value) });
}

function fractionDigits(value: number): number {
  if (value >= 100) return 0;
  if (value >= 10) return 1;
  return value >= 1 ? 2 : 3;
}

/** From the least to the most, as short as is useful, such as 8.1–9.2, 144–160 or 0.92–1.13k. */
export function formatRange(min: number, max: number): string {
  const isLarge = max >= kiloFrom;
  const [low, high] = isLarge ? [min / kiloFrom, max / kiloFrom] : [min, max];
  // Both with the precision of the larger: 0.923 to 1.13 is no more useful than 0.92 to 1.13.
  const digits = fractionDigits(high);
  return `${low.toFixed(digits)}–${high.toFixed(digits)}${isLarge ? "k" : ""}`;
}

/** How many times as much, such as 17.3x. */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio < 100 ? 1 : 0)}x`;
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Formats a share: 0.123 becomes 12.3 %. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
