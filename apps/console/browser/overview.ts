import type uPlotClass from "uplot";

/** Loaded before this script. */
declare const uPlot: typeof uPlotClass;

/** A chart of the stream: times in seconds, then the values of each line. */
interface Chart {
  readonly id: string;
  readonly unit: string;
  readonly names: readonly string[];
  readonly data: [number[], ...(number | null)[][]];
}

const heightPx = 180;
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

/** Replaces the parts that changed, except the part that has the keyboard focus. */
function showParts(parts: Readonly<Record<string, string>>): void {
  for (const [id, html] of Object.entries(parts)) {
    const part = document.getElementById(id);
    if (part && part.dataset["html"] !== html && !part.contains(document.activeElement)) {
      part.innerHTML = html;
      part.dataset["html"] = html;
    }
  }
}

function showChart(chart: Chart): void {
  const known = plots.get(chart.id);
  if (known) {
    known.plot.setData(chart.data);
    plots.set(chart.id, { chart, plot: known.plot });
    return;
  }
  const place = document.getElementById(chart.id);
  if (!place) return;
  const [text, line] = [colour("--chart-text"), colour("--chart-line")];
  const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16);
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: heightPx,
      cursor: { y: false },
      scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map(clock) },
        { ...axis, size: 68, values: (_, ticks) => ticks.map((tick) => `${tick}${chart.unit}`) },
      ],
      series: [
        { label: "UTC", value: (_, seconds: number | null) => (seconds === null ? "–" : clock(seconds)) },
        ...chart.names.map((label, index) => ({
          label,
          stroke: colour(`--chart-${index + 1}`),
          width: 2,
          points: { show: false },
          value: (_: uPlotClass, value: number | null) => (value === null ? "–" : `${value.toFixed(1)}${chart.unit}`),
        })),
      ],
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

function say(sentence: string): void {
  const state = document.getElementById("live-state");
  if (state && state.textContent !== sentence) state.textContent = sentence;
}

function listen(path: string): void {
  const stream = new EventSource(path);
  const on = (name: string, take: (data: string) => void) =>
    stream.addEventListener(name, (event: MessageEvent<string>) => take(event.data));
  on("parts", (data) => {
    showParts(JSON.parse(data) as Record<string, string>);
    say("Live: new every two seconds.");
  });
  on("charts", (data) => {
    for (const chart of JSON.parse(data) as Chart[]) showChart(chart);
  });
  on("fault", say);
  on("end", () => {
    stream.close();
    say("You are logged out: reload the page.");
  });
  stream.addEventListener("error", () => say("The connection to the console is lost; it is tried again."));
}

const live = document.getElementById("live");
if (live?.dataset["path"] !== undefined) listen(live.dataset["path"]);
addEventListener("resize", fit);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
