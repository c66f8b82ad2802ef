import { formatFigure, formatRange, formatRatio, noFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { spreadOf } from "../measure/statistics.ts";
import { type Column, tableOf } from "../run/columns.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import {
  type Compared,
  type CompareRun,
  type CompareWorkload,
  type Comparison,
  type FigureName,
  figures,
} from "./compare.figures.ts";
import type { LimitFigures } from "./compare.limits.ts";

const pace = ["salesPerSecond", "postP50", "postP99", "postP999", "lagP50", "lagP99", "cpu"] as const;
const cost = [
  ...(["cpuApi", "cpuWorker", "cpuPostgres", "cpuRedis", "cpuLoad"] as const),
  ...(["memoryApi", "memoryWorker", "statements", "walBytes"] as const),
];

/** The distribution of buyers, in words. */
const workloadLabels: Readonly<Record<CompareWorkload, (members: number) => string>> = {
  uniform: (members) => `Uniform: any of ${formatFigure(members)} members as likely as any other`,
  zipf: (members) => `Zipf: of ${formatFigure(members)} members the first has about a tenth of the sales`,
  hot: () => "Hot: one and the same member has every sale",
};

/** Describes each subject, for readers who see only the tables. */
const subjectNotes: Readonly<Partial<Record<SubjectName, string>>> = {
  naive: "Peer A, naive: one insert, one job and one transaction a sale, by drizzle's ad-hoc queries.",
  competent: "Peer B, competent: peer A with prepared statements, one join to read and writes sent together.",
  "pg-boss":
    "Peer C, pg-boss: peer B with its queue in Postgres, sale and job in one transaction, jobs fetched in batches.",
};

const legend = ({ rounds, subjects: shown }: Compared) => [
  "Sales/s from the first POST to the last entry; POST until its answer and lag until its entry in ms; CPU in µs a sale.",
  "×: how many times the sales/s Rewards has, and how many times the CPU a sale the peer takes.",
  ...(rounds > 1 ? [`Medians of ${rounds} rounds; below them the range.`] : []),
  ...shown.flatMap((subject) => subjectNotes[subject] ?? []),
];

/** What each subject does, and what it costs. */
export function workloadTables(comparison: Comparison, compared: Compared): Table[] {
  return compared.workloads.flatMap((workload, index) => {
    const label = workloadLabels[workload](compared.members);
    const name = label.split(":")[0];
    const ratios = (subject: SubjectName) => {
      const [sales, cpu] = (["salesPerSecond", "cpu"] as const).map((of) => comparison.ratio(workload, subject, of));
      return [sales ? formatRatio(sales) : noFigure, cpu ? formatRatio(1 / cpu) : noFigure];
    };
    const table = (shown: readonly FigureName[], more: (subject: SubjectName) => readonly string[] = () => []) =>
      compared.subjects.flatMap((subject) => {
        const [medians = [], ...ranges] = figureRows(comparison, compared.rounds, workload, subject, shown);
        return [subject === "product" ? medians : [...medians, ...more(subject)], ...ranges];
      });
    const titles = (shown: readonly FigureName[]) => ["", ...shown.map((figure) => figures[figure][0])];
    return [
      {
        title: label,
        columns: [...titles(pace), "Sales ×", "CPU ×"],
        rows: table(pace, ratios),
        // Only once, since all tables have the same layout.
        notes: index === 0 ? legend(compared) : [],
      },
      {
        title: `${name}: CPU by process in µs a sale, peak of memory, statements and WAL a sale`,
        columns: titles(cost),
        rows: table(cost),
      },
    ];
  });
}

/** A subject's medians and, if there were several rounds, the range of each below it. */
function figureRows(
  comparison: Comparison,
  rounds: number,
  workload: CompareWorkload,
  subject: SubjectName,
  shown: readonly FigureName[],
): string[][] {
  const spreads = shown.map((figure) => comparison.spread(workload, subject, figure));
  // Without the first word of the notes: tables have at most 120 columns.
  const label = subjects[subject].label.replace(/^Peer /, "");
  const medians = [label, ...spreads.map((found) => (found ? formatFigure(found.median) : noFigure))];
  if (rounds === 1) return [medians];
  return [medians, ["", ...spreads.map((found) => (found ? formatRange(found.min, found.max) : noFigure))]];
}

interface MachineFigures {
  /** One per round. */
  readonly limits: readonly LimitFigures[];
  readonly runs: readonly CompareRun[];
}

interface MachineRow extends LimitFigures {
  readonly round: number;
  readonly speeds: readonly number[];
}

const machineColumns: readonly Column<MachineRow>[] = [
  ["", ({ round }) => `Round ${round}`],
  ["Speed µs", ({ speeds }) => spreadOf(speeds).median],
  ["Range", ({ speeds }) => formatRange(Math.min(...speeds), Math.max(...speeds))],
  ["Insert rows/s", ({ insertRowsPerSecond }) => insertRowsPerSecond],
  ["HTTP requests/s", ({ httpRequestsPerSecond }) => httpRequestsPerSecond],
  ["HTTP CPU µs", ({ httpCpuMicroseconds }) => httpCpuMicroseconds],
  ["BullMQ jobs/s", ({ queueJobsPerSecond }) => queueJobsPerSecond],
];

/** The machine's limits and speed in each round. */
export function machineTable({ limits, runs }: MachineFigures, caveats: readonly string[]): Table {
  const rows = limits.map((found, index) => {
    const own = runs.filter(({ round }) => round === index + 1);
    return { ...found, round: index + 1, speeds: own.map(({ speedMicroseconds }) => speedMicroseconds) };
  });
  return tableOf("The machine, by round", rows, machineColumns, [
    "Speed: one core parses, writes and hashes a sale, read before every run. Where it is slower, so is all else.",
    "Limits, each with the machine to itself: durable inserts of 500 rows on one connection; Hono and zod without a database; BullMQ without work in its jobs.",
    ...caveats,
  ]);
}
