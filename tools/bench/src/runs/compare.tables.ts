import { formatFigure, formatRange, formatRatio, noFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { spreadOf } from "../measure/statistics.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import type { CompareRun, Comparison, FigureName } from "./compare.figures.ts";
import type { CompareSettings, CompareWorkload } from "./compare.options.ts";
import type { LimitFigures } from "./limits.ts";

type Column = readonly [title: string, figure: FigureName];

const pace: readonly Column[] = [
  ["Sales/s", "salesPerSecond"],
  ["POST p50", "postP50"],
  ["p99", "postP99"],
  ["p99.9", "postP999"],
  ["Lag p50", "lagP50"],
  ["p99", "lagP99"],
  ["CPU", "cpu"],
];

const cost: readonly Column[] = [
  ["API", "cpuApi"],
  ["Worker", "cpuWorker"],
  ["Postgres", "cpuPostgres"],
  ["Redis", "cpuRedis"],
  ["Load gen.", "cpuLoad"],
  ["API MB", "memoryApi"],
  ["Worker MB", "memoryWorker"],
  ["Statements", "statements"],
  ["WAL bytes", "walBytes"],
];

const ratioColumns: readonly Column[] = [
  ["Sales/s", "salesPerSecond"],
  ["POST 50", "postP50"],
  ["99", "postP99"],
  ["99.9", "postP999"],
  ["Lag 50", "lagP50"],
  ["99", "lagP99"],
  ["API", "cpuApi"],
  ["Work.", "cpuWorker"],
  ["PG", "cpuPostgres"],
  ["Redis", "cpuRedis"],
  ["API MB", "memoryApi"],
  ["W. MB", "memoryWorker"],
  ["Stmts", "statements"],
  ["WAL", "walBytes"],
];

/** The distribution of buyers, in words. */
const workloadLabels: Readonly<Record<CompareWorkload, (members: number) => string>> = {
  uniform: (members) => `Uniform: any of ${formatFigure(members)} members as likely as any other`,
  zipf: (members) => `Zipf: of ${formatFigure(members)} members the first has about a tenth of the sales`,
  hot: () => "Hot: one and the same member has every sale",
};

/** What each subject does, what it costs, and how the peers compare with the product. */
export function workloadTables(comparison: Comparison, settings: CompareSettings): Table[] {
  return settings.workloads.flatMap((workload, index) => {
    // Only once, since all tables have the same layout.
    const notes = index === 0 ? legend(settings) : [];
    return [
      { ...paceTable(comparison, settings, workload), notes },
      costTable(comparison, settings, workload),
      ...ratioTables(comparison, settings, workload),
    ];
  });
}

/** Describes each subject, for readers who see only the tables. */
const subjectNotes: Readonly<Partial<Record<SubjectName, string>>> = {
  naive: "Peer A, naive: one insert, one job and one transaction a sale, by drizzle's ad-hoc queries.",
  competent: "Peer B, competent: peer A with prepared statements, one join to read and writes sent together.",
  "pg-boss":
    "Peer C, pg-boss: peer B with its queue in Postgres, sale and job in one transaction, jobs fetched in batches.",
};

const legend = ({ rounds, subjects: shown }: CompareSettings) => [
  "Sales/s from the first POST to the last entry; POST until its answer and lag until its entry in ms; CPU in µs a sale.",
  "×: how many times the sales/s Rewards has, and how many times the CPU a sale the peer takes.",
  ...(rounds > 1 ? [`Medians of ${rounds} rounds; below them the range.`] : []),
  ...shown.flatMap((subject) => subjectNotes[subject] ?? []),
];

function paceTable(
  comparison: Comparison,
  { members, ...settings }: CompareSettings,
  workload: CompareWorkload,
): Table {
  const ratios = (subject: SubjectName) => [
    ratioCell(comparison.ratio(workload, subject, "salesPerSecond")),
    ratioCell(inverse(comparison.ratio(workload, subject, "cpu"))),
  ];
  return {
    title: workloadLabels[workload](members),
    columns: ["", ...pace.map(([title]) => title), "Sales ×", "CPU ×"],
    rows: settings.subjects.flatMap((subject) => {
      const [medians = [], ...ranges] = figureRows(comparison, settings, workload, subject, pace);
      return [subject === "product" ? medians : [...medians, ...ratios(subject)], ...ranges];
    }),
  };
}

function costTable(
  comparison: Comparison,
  settings: Omit<CompareSettings, "members">,
  workload: CompareWorkload,
): Table {
  return {
    title: `${nameOf(workload)}: CPU by process in µs a sale, peak of memory, statements and WAL a sale`,
    columns: ["", ...cost.map(([title]) => title)],
    rows: settings.subjects.flatMap((subject) => figureRows(comparison, settings, workload, subject, cost)),
  };
}

/** Every figure of each peer as a multiple of the product's. */
function ratioTables(
  comparison: Comparison,
  { subjects: shown }: Pick<CompareSettings, "subjects">,
  workload: CompareWorkload,
): Table[] {
  const peers = shown.filter((subject) => subject !== "product");
  if (peers.length === 0 || peers.length === shown.length) return [];
  const columns = ratioColumns.map(([title]) => title);
  const rows = peers.map((peer) => [
    shortLabel(peer),
    ...ratioColumns.map(([, figure]) => timesCell(inverse(comparison.ratio(workload, peer, figure)))),
  ]);
  return [
    { title: `${nameOf(workload)}: each figure of a peer as so many times Rewards'`, columns: ["", ...columns], rows },
  ];
}

/** A subject's medians and, if there were several rounds, the range of each below it. */
function figureRows(
  comparison: Comparison,
  { rounds }: Pick<CompareSettings, "rounds">,
  workload: CompareWorkload,
  subject: SubjectName,
  columns: readonly Column[],
): string[][] {
  const spreads = columns.map(([, figure]) => comparison.spread(workload, subject, figure));
  const medians = [shortLabel(subject), ...spreads.map((found) => (found ? formatFigure(found.median) : noFigure))];
  if (rounds === 1) return [medians];
  return [medians, ["", ...spreads.map((found) => (found ? formatRange(found.min, found.max) : noFigure))]];
}

/** Without the first word of the notes: tables have at most 120 columns. */
const shortLabel = (subject: SubjectName) => subjects[subject].label.replace(/^Peer /, "");

const nameOf = (workload: CompareWorkload) => workloadLabels[workload](0).split(":")[0];

const inverse = (ratio: number | undefined) => ratio && 1 / ratio;

function ratioCell(ratio: number | undefined): string {
  return ratio ? formatRatio(ratio) : noFigure;
}

/** Without its ×, for lack of room. */
const timesCell = (ratio: number | undefined) => (ratio ? formatFigure(ratio) : noFigure);

const limitColumns: readonly (readonly [title: string, figure: keyof LimitFigures])[] = [
  ["Insert rows/s", "insertRowsPerSecond"],
  ["HTTP requests/s", "httpRequestsPerSecond"],
  ["HTTP CPU µs", "httpCpuMicroseconds"],
  ["BullMQ jobs/s", "queueJobsPerSecond"],
];

interface MachineFigures {
  /** One per round. */
  readonly limits: readonly LimitFigures[];
  readonly runs: readonly CompareRun[];
}

/** The machine's limits and speed in each round. */
export function machineTable({ limits, runs }: MachineFigures, caveats: readonly string[]): Table {
  return {
    title: "The machine, by round",
    columns: ["", "Speed µs", "Range", ...limitColumns.map(([title]) => title)],
    rows: limits.map((found, index) => {
      const own = runs.filter(({ round }) => round === index + 1);
      const { median, min, max } = spreadOf(own.map(({ speedMicroseconds }) => speedMicroseconds));
      const cells = limitColumns.map(([, figure]) => formatFigure(found[figure]));
      return [`Round ${index + 1}`, formatFigure(median), formatRange(min, max), ...cells];
    }),
    notes: [
      "Speed: one core parses, writes and hashes a sale, read before every run. Where it is slower, so is all else.",
      "Limits, each with the machine to itself: durable inserts of 500 rows on one connection; Hono and zod without a database; BullMQ without work in its jobs.",
      ...caveats,
    ],
  };
}
