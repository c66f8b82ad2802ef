import type uPlotClass from "uplot";

/** Loaded before this script. */
declare const uPlot: typeof uPlotClass;

/** What the console sends to draw: times in seconds, then the values of each line. */
export interface Chart {
  readonly id: string;
  /** Follows each value. */
  readonly unit: string;
  /** How far two values are apart. */
  readonly step: "minute" | "day";
  readonly names: readonly string[];
  readonly data: [number[], ...(number | null)[][]];
}

const heightPx = 180;
/** Room for a date. */
const tickSpacePx = 90;
const plots = new Map<string, { readonly chart: Chart; readonly plot: uPlotClass }>();

/** A colour of the style sheet in the current colour scheme. A canvas cannot use CSS variables. */
function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The values between two that are missing: no line leads to them, so they are drawn as points. */
function isolated(values: readonly (number | null | undefined)[]): number[] {
  const isSet = (index: number) => typeof values[index] === "number";
  return [...values.keys()].filter((index) => isSet(index) && !isSet(index - 1) && !isSet(index + 1));
}

const compact = new Intl.NumberFormat("en", { notation: "compact" });
const exact = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const thousands = new Intl.NumberFormat("en");

/** Room for the longest label of the values: a lag of 20,000 ms needs more than one of 200 ms. */
const axisSizePx = (labels: readonly string[] | null) =>
  Math.max(68, ...(labels ?? []).map((label) => 15 + 7.5 * label.length));

/** How a chart writes its times and the values of its axis. */
const forms = {
  minute: {
    label: "UTC",
    time: (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16),
    tick: (value: number) => thousands.format(value),
  },
  day: {
    label: "Day",
    time: (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10),
    tick: (value: number) => compact.format(value),
  },
};

const daySeconds = 86_400;
/** Between two labels of the times. */
const dayIncrements = [1, 2, 7, 14, 30, 90, 180, 365].map((days) => days * daySeconds);

/** The range of the time axis. uPlot would show years around a single time, so that gets a day or a minute on each side. */
function timesOf({ step, data: [times] }: Chart, first: number, last: number): [number, number] {
  const room = step === "day" ? daySeconds : 60;
  return times.length === 1 ? [first - room, first + room] : [first, last];
}

/** The values and zero, with some room. */
const rangeOf = (min: number, max: number): [number, number] => [Math.min(0, min * 1.1), Math.max(1, max * 1.1)];

/** That of the times, then that of the values. */
function axesOf({ step, unit }: Chart): uPlotClass.Axis[] {
  const { time, tick } = forms[step];
  const [text, line] = [colour("--chart-text"), colour("--chart-line")];
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return [
    {
      ...axis,
      space: tickSpacePx,
      values: (_, ticks) => ticks.map(time),
      ...(step === "day" && { incrs: dayIncrements }),
    },
    {
      ...axis,
      size: (_, labels) => axisSizePx(labels),
      values: (_, ticks) => ticks.map((value) => `${tick(value)}${unit}`),
    },
  ];
}

/** The times, then a line for each name. */
function seriesOf({ step, unit, names }: Chart): uPlotClass.Series[] {
  const { label, time } = forms[step];
  return [
    { label, value: (_, seconds: number | null) => (seconds === null ? "–" : time(seconds)) },
    ...names.map((name, index) => ({
      label: name,
      stroke: colour(`--chart-${index + 1}`),
      width: 2,
      points: {
        show: false,
        size: 6,
        filter: (plotted: uPlotClass, line: number) => isolated([...(plotted.data[line] ?? [])]),
      },
      value: (_: uPlotClass, value: number | null) => (value === null ? "–" : `${exact.format(value)}${unit}`),
    })),
  ];
}

/** Draws a chart in the element of its ID, or its new values. */
export function showChart(chart: Chart): void {
  const known = plots.get(chart.id);
  if (known) {
    known.plot.setData(chart.data);
    plots.set(chart.id, { chart, plot: known.plot });
    return;
  }
  const place = document.getElementById(chart.id);
  if (!place) return;
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: heightPx,
      // For half of the last label of the times.
      padding: [null, tickSpacePx / 2, null, null],
      cursor: { y: false },
      scales: {
        x: { range: (_, first, last) => timesOf(chart, first, last) },
        y: { range: (_, min, max) => rangeOf(min, max) },
      },
      // The labels are in UTC, so the ticks are too.
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "UTC"),
      axes: axesOf(chart),
      series: seriesOf(chart),
    },
    chart.data,
    place,
  );
  plots.set(chart.id, { chart, plot });
}

/** Draws all charts in the colours of the current scheme: some systems change to dark at dusk. */
function drawAgain(): void {
  const charts = [...plots.values()];
  plots.clear();
  for (const { chart, plot } of charts) {
    plot.destroy();
    showChart(chart);
  }
}

function fit(): void {
  for (const [id, { plot }] of plots) {
    const place = document.getElementById(id);
    if (place) plot.setSize({ width: place.clientWidth, height: heightPx });
  }
}

addEventListener("resize", fit);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
