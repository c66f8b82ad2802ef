/** What a command of the benchmark found: shown on the terminal, written as JSON, and drawn where it has a chart. */
export interface Report {
  /** The command, and the name of the files that are written. */
  readonly name: string;
  readonly title: string;
  readonly tables: readonly Table[];
  /** What the product promises, held against what was measured. */
  readonly bars: readonly Bar[];
  readonly chart?: Chart;
  /** Every figure of every run. */
  readonly data: unknown;
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

/** Horizontal bars in groups, one group a measure, each on a scale of its own. */
export interface Chart {
  readonly title: string;
  /** What the bars show, in a line or two. */
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
  /** Stands behind the value, such as how many times as much it is. */
  readonly note?: string;
  /** Drawn back, so that the eye finds what it is held against. */
  readonly isPeer?: boolean;
}
