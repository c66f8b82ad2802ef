import { atLeast, atMost } from "@rewards/lab/report/bars";
import { formatFigure, formatRatio, noFigure } from "@rewards/lab/report/number";
import type { Bar, Chart, ChartBar, Table } from "@rewards/lab/report/report";
import { limitColumns } from "../limits.ts";
import { spreadOf } from "../measure/statistics.ts";
import { type Figures, tableOf, titlesOf } from "../run/figures.ts";
import type { SalesSpec } from "../run/sales.ts";
import { medianOf, type Runs, spreadRows, timesOf, valuesOf } from "../run/turns.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";

/** The runs of each subject, by workload. */
export type RunsOf = Readonly<Record<string, Runs>>;

type Compared = Pick<SalesSpec, "seconds" | "connections" | "members"> & { readonly rounds: number };

const paceColumns = ["Sales/s", "POST p50", "POST p99", "POST p99.9", "Lag p50", "Lag p99", "CPU"];
const costColumns = [
  ...["API", "Worker", "Postgres", "Redis", "Load gen."],
  ...["API MB", "Worker MB", "Statements", "WAL bytes"],
];

/** The distribution of buyers, in words. */
const labels: Readonly<Record<string, (members: string) => string>> = {
  uniform: (members) => `Uniform: any of ${members} members as likely as any other`,
  zipf: (members) => `Zipf: of ${members} members the first has about a tenth of the sales`,
  hot: () => "Hot: one and the same member has every sale",
};

/** For readers who see only the tables. */
const subjectNotes: Readonly<Record<string, string>> = {
  naive: "Peer A, naive: one insert, one job and one transaction a sale, by drizzle's ad-hoc queries.",
  competent: "Peer B, competent: peer A with prepared statements, one join to read and writes sent together.",
  "pg-boss":
    "Peer C, pg-boss: peer B with its queue in Postgres, sale and job in one transaction, jobs fetched in batches.",
};

const legendOf = (runs: Runs, rounds: number) => [
  "Sales/s from the first POST to the last entry; POST until its answer and lag until its entry in ms; CPU in µs a sale.",
  "×: how many times the sales/s Rewards has, and how many times the CPU a sale the peer takes.",
  ...(rounds > 1 ? [`Medians of ${rounds} rounds; below them the range.`] : []),
  ...Object.keys(runs).flatMap((name) => subjectNotes[name] ?? []),
];

const labelOf = (name: string) => subjects[name as SubjectName].label;

/** What each subject does, and what it costs. */
export function workloadTables(runsOf: RunsOf, { rounds, members }: Compared): Table[] {
  return Object.entries(runsOf).flatMap(([workload, runs], index) => {
    const label = labels[workload]?.(formatFigure(members)) ?? workload;
    const rowsOf = (columns: readonly string[], more: (subject: string) => readonly string[]) =>
      Object.keys(runs).flatMap((subject) => {
        const spreads = columns.map((name) => spreadOf(valuesOf(runs, subject, name)));
        // Without the first word of the notes: tables have at most 120 columns.
        const [medians = [], ...ranges] = spreadRows(labelOf(subject).replace(/^Peer /, ""), spreads);
        return [[...medians, ...more(subject)], ...(rounds > 1 ? ranges : [])];
      });
    return [
      {
        title: label,
        columns: [...titlesOf(["", ...paceColumns]), "Sales ×", "CPU ×"],
        rows: rowsOf(paceColumns, (subject) => ratioCells(runs, subject)),
        // Only once, since all tables have the same layout.
        notes: index === 0 ? legendOf(runs, rounds) : [],
      },
      {
        title: `${label.split(":")[0]}: CPU by process in µs a sale, peak of memory, statements and WAL a sale`,
        columns: titlesOf(["", ...costColumns]),
        rows: rowsOf(costColumns, () => []),
      },
    ];
  });
}

function ratioCells(runs: Runs, subject: string): string[] {
  if (subject === "product") return [];
  const [sales, cpu] = ["Sales/s", "CPU"].map((name) => ratioOf(runs, subject, name));
  return [sales ? formatRatio(sales) : noFigure, cpu ? formatRatio(1 / cpu) : noFigure];
}

/** Median over the rounds of the product's figure divided by the peer's. Undefined if one was not measured. */
function ratioOf(runs: Runs, peer: string, name: string): number | undefined {
  const times = timesOf(runs, "product", peer, name);
  return times.length === 0 ? undefined : spreadOf(times).median;
}

/** The machine's limits in each round. */
export const limitTable = (limits: readonly Figures[]): Table =>
  tableOf(
    "The machine, by round",
    ["", ...limitColumns],
    limits.map((found, index) => [`Round ${index + 1}`, found]),
    [
      "Limits, each with the machine to itself: durable inserts of 500 rows on one connection; Hono and zod without a database; BullMQ without work in its jobs.",
    ],
  );

/** So many times more sales a second than a peer, or so many times less CPU a sale. */
const promises = [
  { name: "Sales/s", workload: "uniform", peer: "naive", letter: "A", timesMin: 12 },
  { name: "Sales/s", workload: "uniform", peer: "competent", letter: "B", timesMin: 5 },
  { name: "Sales/s", workload: "hot", peer: "naive", letter: "A", timesMin: 20 },
  { name: "CPU", workload: "uniform", peer: "naive", letter: "A", timesMin: 12 },
  { name: "CPU", workload: "uniform", peer: "competent", letter: "B", timesMin: 5 },
];
const memoryMbMax = 250;

/** The product's promises, against its peers and absolute. A figure that was not measured has no bar. */
export function compareBars(runsOf: RunsOf): Bar[] {
  const ratioBars = promises.flatMap(({ name, workload, peer, letter, timesMin }) => {
    const ratio = ratioOf(runsOf[workload] ?? {}, peer, name);
    if (ratio === undefined) return [];
    const title = name === "CPU" ? "CPU a sale below that" : "Sales a second over those";
    return [atLeast(`${title} of peer ${letter}, ${workload}`, timesMin, "×", name === "CPU" ? 1 / ratio : ratio)];
  });
  const { uniform = {}, ...others } = runsOf;
  const ownBars = uniform["product"]
    ? [
        atMost("CPU a sale, uniform", 170, "µs", medianOf(uniform, "product", "CPU")),
        atLeast("Sales a second, uniform", 10_000, "", medianOf(uniform, "product", "Sales/s")),
      ]
    : [];
  const all = [uniform, ...Object.values(others)];
  const memoryBars = ["API", "Worker"].flatMap((part) => {
    const peaks = all.flatMap((runs) => valuesOf(runs, "product", `${part} MB`));
    const name = `Memory of the ${part === "API" ? part : "worker"}, the peak of all runs`;
    return peaks.length > 0 ? [atMost(name, memoryMbMax, "MB", Math.max(...peaks))] : [];
  });
  return [...ratioBars, ...ownBars, ...memoryBars];
}

const chartTitles: Readonly<Record<string, string>> = {
  uniform: "Members alike",
  zipf: "Few members buy most",
  hot: "One hot member",
};

const drawn = [
  { name: "Sales/s", title: "sales a second", unit: "more is better" },
  { name: "CPU", title: "CPU a sale", unit: "µs, less is better" },
];

/** Sales per second and CPU per sale, a line for each workload. */
export function compareChart(runsOf: RunsOf, { rounds, seconds, connections }: Compared): Chart {
  const times = rounds === 1 ? "one run" : `median and range of ${rounds} runs`;
  return {
    title: "From POST to posted in the ledger",
    subtitle: `Each bar: ${times} of ${seconds} s of load by ${formatFigure(connections)} connections, then until the last sale is posted`,
    groups: Object.entries(runsOf).flatMap(([workload, runs]) =>
      drawn.map(({ name, title, unit }) => ({
        title: `${chartTitles[workload]}: ${title}`,
        unit,
        bars: Object.keys(runs).map((subject) => chartBar(runs, subject, name)),
      })),
    ),
  };
}

function chartBar(runs: Runs, subject: string, name: string): ChartBar {
  const { median, min, max } = spreadOf(valuesOf(runs, subject, name));
  const bar = { label: labelOf(subject), value: median, low: min, high: max };
  const ratio = ratioOf(runs, subject, name);
  if (subject === "product" || !ratio) return bar;
  return { ...bar, isPeer: true, note: ratio >= 1 ? `${formatRatio(ratio)} less` : `${formatRatio(1 / ratio)} more` };
}
