import {
  atLeast,
  atMost,
  type Bar,
  type Chart,
  type ChartBar,
  formatFigure,
  formatRatio,
  noFigure,
  type Table,
} from "@rewards/lab/report/report";
import { limitColumns } from "../limits.ts";
import { type Figures, spreadOf, tableOf } from "../measure/figures.ts";
import type { SalesSpec } from "../run/sales.ts";
import { medianOf, type Runs, spreadTable, timesOf, valuesOf } from "../run/turns.ts";
import { campaigns } from "../subject/campaigns.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";

export type RunsOf = Readonly<Record<string, Runs>>;

type Compared = Pick<SalesSpec, "seconds" | "connections" | "members"> & { readonly rounds: number };

/** Only workloads of sales: the comparison covers a sale's path from POST to ledger. `#` is the number of members. */
export const workloads = {
  uniform: ["Members alike", "Uniform: any of # members as likely as any other"],
  zipf: ["Few members buy most", "Zipf: of # members the first has about a tenth of the sales"],
  hot: ["One hot member", "Hot: one and the same member has every sale"],
  rules: [
    `${campaigns.length} earning rules`,
    `Rules: uniform, # members; ${campaigns.length} rules, 30 % of sales meet a cap`,
  ],
} as const;
export type CompareWorkload = keyof typeof workloads;

const paceColumns = ["Sales/s", "POST p50", "POST p99", "POST p99.9", "Lag p50", "Lag p99", "CPU"];
const costColumns = [
  ...["API", "Worker", "Postgres", "Redis", "Load gen."],
  ...["API MB", "Worker MB", "Statements", "WAL bytes"],
];

const legendOf = (runs: Runs, rounds: number) => [
  "Sales/s from the first POST to the last entry; POST until its answer and lag until its entry in ms; CPU in µs a sale.",
  "×: how many times the sales/s Rewards has, and how many times the CPU a sale the peer takes.",
  ...(rounds > 1 ? [`Medians of ${rounds} rounds; below them the range.`] : []),
  ...Object.keys(runs).flatMap((name) => subjects[name as SubjectName].note ?? []),
];

const labelOf = (name: string) => subjects[name as SubjectName].label;

export const workloadTables = (runsOf: RunsOf, { rounds, members }: Compared): Table[] =>
  Object.entries(runsOf).flatMap(([workload, runs], index) => {
    const label = workloads[workload as CompareWorkload][1].replace("#", formatFigure(members));
    const costs = `${label.split(":")[0]}: CPU by process in µs a sale, peak of memory, statements and WAL a sale`;
    // Without the first word of the notes: tables have at most 120 columns.
    const short = { labelOf: (name: string) => labelOf(name).replace(/^Peer /, "") };
    // Only once, since all tables have the same layout.
    const notes = index === 0 ? legendOf(runs, rounds) : [];
    const ratios = { titles: ["Sales ×", "CPU ×"], cellsOf: (subject: string) => ratioCells(runs, subject) };
    return [
      spreadTable(label, runs, paceColumns, notes, { ...short, ...ratios }),
      spreadTable(costs, runs, costColumns, [], short),
    ];
  });

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

export const limitTable = (limits: Figures): Table =>
  tableOf(
    "The machine",
    ["", ...limitColumns],
    [["Limits", limits]],
    [
      "Each with the machine to itself: durable inserts of 500 rows on one connection; Hono and zod without a database; BullMQ without work in its jobs.",
    ],
  );

/** So many times more sales a second than a peer, or so many times less CPU a sale. */
const promises = [
  ["Sales/s", "uniform", "naive", "A", 12],
  ["Sales/s", "uniform", "competent", "B", 5],
  ["Sales/s", "hot", "naive", "A", 20],
  ["CPU", "uniform", "naive", "A", 12],
  ["CPU", "uniform", "competent", "B", 5],
] as const;
const memoryMbMax = 250;

/** The product's promises, against its peers and absolute. A figure that was not measured has no bar. */
export function compareBars(runsOf: RunsOf): Bar[] {
  const ratioBars = promises.flatMap(([name, workload, peer, letter, timesMin]) => {
    const ratio = ratioOf(runsOf[workload] ?? {}, peer, name);
    if (ratio === undefined) return [];
    const [title, times] = name === "CPU" ? ["CPU a sale below that", 1 / ratio] : ["Sales a second over those", ratio];
    return [atLeast(`${title} of peer ${letter}, ${workload}`, timesMin, "×", times)];
  });
  const { uniform = {} } = runsOf;
  const ownBars = uniform["product"]
    ? [
        atMost("CPU a sale, uniform", 170, "µs", medianOf(uniform, "product", "CPU")),
        atLeast("Sales a second, uniform", 10_000, "", medianOf(uniform, "product", "Sales/s")),
      ]
    : [];
  const memoryBars = ["API", "Worker"].flatMap((part) => {
    const peaks = Object.values(runsOf).flatMap((runs) => valuesOf(runs, "product", `${part} MB`));
    const name = `Memory of the ${part === "API" ? part : "worker"}, the peak of all runs`;
    return peaks.length > 0 ? [atMost(name, memoryMbMax, "MB", Math.max(...peaks))] : [];
  });
  return [...ratioBars, ...ownBars, ...memoryBars];
}

const drawn = [
  ["Sales/s", "sales a second", "more is better"],
  ["CPU", "CPU a sale", "µs, less is better"],
] as const;

/** Sales per second and CPU per sale, a line for each workload. */
export function compareChart(runsOf: RunsOf, { rounds, seconds, connections }: Compared): Chart {
  const times = rounds === 1 ? "one run" : `median and range of ${rounds} runs`;
  return {
    title: "From POST to posted in the ledger",
    subtitle: `Each bar: ${times} of ${seconds} s of load by ${formatFigure(connections)} connections, then until the last sale is posted`,
    groups: Object.entries(runsOf).flatMap(([workload, runs]) =>
      drawn.map(([name, title, unit]) => ({
        title: `${workloads[workload as CompareWorkload][0]}: ${title}`,
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
