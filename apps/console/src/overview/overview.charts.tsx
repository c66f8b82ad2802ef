import type { PipelineChart, PipelineWindow } from "@rewards/operations";
import { Table } from "../page/elements.tsx";

interface Line {
  readonly name: string;
  readonly values: (chart: PipelineChart) => readonly (number | null)[];
}

interface ChartDefinition {
  /** The ID of its element. */
  readonly id: string;
  readonly title: string;
  /** Follows each value of the axis. */
  readonly unit: string;
  readonly lines: readonly Line[];
}

const charts: readonly ChartDefinition[] = [
  {
    id: "chart-rate",
    title: "Records a second",
    unit: "",
    lines: [
      { name: "Accepted", values: ({ total }) => total.accepted },
      { name: "Posted", values: ({ total }) => total.posted },
    ],
  },
  {
    id: "chart-lag",
    title: "Lag, from accepted to settled",
    unit: " ms",
    lines: [
      { name: "Half within", values: ({ total }) => total.lagP50Ms },
      { name: "99 % within", values: ({ total }) => total.lagP99Ms },
    ],
  },
];

/** What the script of the page draws. */
export const chartsOf = (chart: PipelineChart) =>
  charts.map(({ id, unit, lines }) => ({
    id,
    unit,
    step: "minute",
    names: lines.map(({ name }) => name),
    data: [chart.at.map((at) => Date.parse(at) / 1_000), ...lines.map(({ values }) => values(chart))],
  }));

/** The path of the page that has the charts. */
export const healthPath = "/health";

interface ChartsProps {
  readonly chart: PipelineChart;
  readonly window: keyof typeof windows;
}

const format = (value: number | null) => (value === null ? "–" : value.toFixed(1));

/** Places for the charts, each with its numbers as a table: for screen readers, and without the script. */
export const Charts = ({ chart, window }: ChartsProps) => (
  <>
    <h2>{windows[window]}</h2>
    <p class="buttons">
      {Object.entries(windows).map(([name, text]) => (
        <a
          href={name === "hour" ? healthPath : `${healthPath}?window=${name}`}
          {...(name === window && { "aria-current": "true" })}
        >
          {text}
        </a>
      ))}
    </p>
    {charts.map(({ id, title, unit, lines }) => (
      <figure class="card chart">
        <figcaption>{title}</figcaption>
        <div id={id} aria-hidden="true" />
        <details>
          <summary>As a table</summary>
          <Table
            caption={`${title}, the latest first`}
            head={["From", ...lines.map(({ name }) => `${name}${unit === "" ? "" : `,${unit}`}`)]}
            numbers={[1, 2]}
            rows={chart.at
              .map((at, step) => [at, ...lines.map(({ values }) => format(values(chart)[step] ?? null))])
              .reverse()}
          />
        </details>
      </figure>
    ))}
  </>
);

/** The windows that the overview offers, and their names. */
export const windows = { hour: "Last hour", day: "Last day" } as const satisfies Partial<
  Record<PipelineWindow, string>
>;

/** The window in an address: the last hour, unless it asks for another. */
export const windowOf = (text: string | undefined): keyof typeof windows => (text === "day" ? text : "hour");
