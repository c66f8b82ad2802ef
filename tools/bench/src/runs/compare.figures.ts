import { type Spread, spreadOf } from "../measure/statistics.ts";
import { type Column, mbPerMib } from "../run/columns.ts";
import { column, type RunFigures } from "../run/sales.ts";
import type { Servers } from "../servers.ts";
import type { SubjectName } from "../subject/subject.ts";

/** The comparison covers a sale's path from POST to ledger, so it uses only workloads of sales. */
export const compareWorkloads = ["uniform", "zipf", "hot"] as const;
export type CompareWorkload = (typeof compareWorkloads)[number];

/** What is compared. */
export interface Compared {
  readonly subjects: readonly SubjectName[];
  readonly workloads: readonly CompareWorkload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly members: number;
}

/** One run of the comparison. */
export interface CompareRun {
  readonly round: number;
  readonly workload: CompareWorkload;
  readonly subject: SubjectName;
  /** Machine speed right before the run: a core's time for a fixed piece of work, so lower is faster. */
  readonly speedMicroseconds: number;
  readonly figures: RunFigures;
}

/** Every figure that is shown, by name, with its title. */
export const figures = {
  salesPerSecond: column.sales,
  postP50: ["POST p50", (run) => run.postMs.p50],
  postP99: ["p99", (run) => run.postMs.p99],
  postP999: ["p99.9", (run) => run.postMs.p999],
  lagP50: ["Lag p50", (run) => run.lagMs.p50],
  lagP99: ["p99", (run) => run.lagMs.p99],
  cpu: column.cpu,
  cpuApi: ["API", (run) => run.cpu.api],
  cpuWorker: ["Worker", (run) => run.cpu.worker],
  cpuPostgres: ["Postgres", (run) => run.cpu.postgres],
  cpuRedis: ["Redis", (run) => run.cpu.redis],
  cpuLoad: column.load,
  memoryApi: ["API MB", (run) => run.memoryMib.api * mbPerMib],
  memoryWorker: ["Worker MB", (run) => run.memoryMib.worker * mbPerMib],
  statements: column.statements,
  walBytes: column.walBytes,
} as const satisfies Record<string, Column<RunFigures, number>>;

export type FigureName = keyof typeof figures;
const figureNames = Object.keys(figures) as FigureName[];

/** Figures that cannot be read if a server was given, since its CPU is not accessible. */
export function unreadFigures({ pids }: Pick<Servers, "pids">): FigureName[] {
  return [
    ...(pids.postgres.length === 0 ? (["cpu", "cpuPostgres"] as const) : []),
    ...(pids.redis.length === 0 ? (["cpu", "cpuRedis"] as const) : []),
  ];
}

/** Figures over all runs. Undefined means not measured. */
export interface Comparison {
  spread(workload: CompareWorkload, subject: SubjectName, figure: FigureName): Spread | undefined;
  /** Median over the rounds of the product's figure divided by the peer's, measured while the machine was the same. */
  ratio(workload: CompareWorkload, peer: SubjectName, figure: FigureName): number | undefined;
  /** The product's maximum over all runs. */
  peak(figure: FigureName): number | undefined;
}

export function compareRuns(runs: readonly CompareRun[], unread: readonly FigureName[]): Comparison {
  /** In the order of the rounds. */
  const valuesOf = (workload: CompareWorkload, subject: SubjectName, figure: FigureName): number[] => {
    if (unread.includes(figure)) return [];
    const own = runs.filter((run) => run.workload === workload && run.subject === subject);
    return own.map((run) => figures[figure][1](run.figures));
  };
  const medianOf = (values: readonly number[]) => (values.length === 0 ? undefined : spreadOf(values));
  return {
    spread: (...of) => medianOf(valuesOf(...of)),
    ratio(workload, peer, figure) {
      const [ours, theirs] = [valuesOf(workload, "product", figure), valuesOf(workload, peer, figure)];
      const ratios = ours.flatMap((own, round) => (theirs[round] === undefined ? [] : [own / theirs[round]]));
      return medianOf(ratios)?.median;
    },
    peak(figure) {
      const own = runs.filter((run) => run.subject === "product");
      return own.length === 0 ? undefined : Math.max(...own.map((run) => figures[figure][1](run.figures)));
    },
  };
}

type Summary = Readonly<Record<FigureName, Spread & { readonly ratioToProduct?: number | undefined }>>;

/** Every figure of each workload and subject: its median, its range, and its multiple of the product's. */
export function summaryOf(
  comparison: Comparison,
  { workloads, subjects }: Pick<Compared, "workloads" | "subjects">,
): Readonly<Record<string, Readonly<Record<string, Partial<Summary>>>>> {
  const ofSubject = (workload: CompareWorkload, subject: SubjectName) =>
    figureNames.flatMap((figure) => {
      const found = comparison.spread(workload, subject, figure);
      const ratio = subject === "product" ? undefined : comparison.ratio(workload, subject, figure);
      return found ? [[figure, { ...found, ...(ratio && { ratioToProduct: 1 / ratio }) }] as const] : [];
    });
  const ofWorkload = (workload: CompareWorkload) =>
    Object.fromEntries(subjects.map((subject) => [subject, Object.fromEntries(ofSubject(workload, subject))]));
  return Object.fromEntries(workloads.map((workload) => [workload, ofWorkload(workload)]));
}
