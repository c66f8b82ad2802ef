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
