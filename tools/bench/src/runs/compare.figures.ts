import { type Spread, spreadOf } from "../measure/statistics.ts";
import type { Servers } from "../servers.ts";
import type { SubjectName } from "../subject/subject.ts";
import type { CompareSettings, CompareWorkload } from "./compare.options.ts";
import { mbPerMib } from "./figures.ts";
import type { RunFigures } from "./measure.ts";

/** One run of the comparison. */
export interface CompareRun {
  readonly round: number;
  readonly workload: CompareWorkload;
  readonly subject: SubjectName;
  /** Machine speed right before the run: a core's time for a fixed piece of work, so lower is faster. */
  readonly speedMicroseconds: number;
  readonly figures: RunFigures;
}

/** Every figure that is shown, by name. */
const figures = {
  salesPerSecond: (run) => run.salesPerSecond,
  postP50: (run) => run.postMs.p50,
  postP99: (run) => run.postMs.p99,
  postP999: (run) => run.postMs.p999,
  lagP50: (run) => run.lagMs.p50,
  lagP99: (run) => run.lagMs.p99,
  cpu: (run) => run.cpu.total,
  cpuApi: (run) => run.cpu.api,
  cpuWorker: (run) => run.cpu.worker,
  cpuPostgres: (run) => run.cpu.postgres,
  cpuRedis: (run) => run.cpu.redis,
  cpuLoad: (run) => run.cpu.load,
  memoryApi: (run) => run.memoryMib.api * mbPerMib,
  memoryWorker: (run) => run.memoryMib.worker * mbPerMib,
  statements: (run) => run.statementsPerSale,
  walBytes: (run) => run.walBytesPerSale,
} as const satisfies Record<string, (run: RunFigures) => number>;

export type FigureName = keyof typeof figures;

/** Figures that cannot be read if a server was given, since its CPU is not accessible. */
export function unreadFigures({ pids }: Pick<Servers, "pids">): ReadonlySet<FigureName> {
  const unread: FigureName[] = [];
  if (pids.postgres.length === 0) unread.push("cpu", "cpuPostgres");
  if (pids.redis.length === 0) unread.push("cpu", "cpuRedis");
  return new Set(unread);
}

/** Figures over all runs. Undefined means not measured. */
export interface Comparison {
  spread(workload: CompareWorkload, subject: SubjectName, figure: FigureName): Spread | undefined;
  /** Median over the rounds of the product's figure divided by the peer's, measured while the machine was the same. */
  ratio(workload: CompareWorkload, peer: SubjectName, figure: FigureName): number | undefined;
  /** The product's maximum over all runs. */
  peak(figure: FigureName): number | undefined;
}

export function compareRuns(runs: readonly CompareRun[], unread: ReadonlySet<FigureName>): Comparison {
  /** In the order of the rounds. */
  const valuesOf = (workload: CompareWorkload, subject: SubjectName, figure: FigureName): number[] =>
    unread.has(figure)
      ? []
      : runs
          .filter((run) => run.workload === workload && run.subject === subject)
          .map((run) => figures[figure](run.figures));
  const spread: Comparison["spread"] = (...of) => {
    const values = valuesOf(...of);
    return values.length === 0 ? undefined : spreadOf(values);
  };
  return {
    spread,
    ratio(workload, peer, figure) {
      const [ours, theirs] = [valuesOf(workload, "product", figure), valuesOf(workload, peer, figure)];
      const ratios = ours.flatMap((own, round) => (theirs[round] === undefined ? [] : [own / theirs[round]]));
      return ratios.length === 0 ? undefined : spreadOf(ratios).median;
    },
    peak(figure) {
      const own = runs.filter((run) => run.subject === "product");
      return own.length === 0 ? undefined : Math.max(...own.map((run) => figures[figure](run.figures)));
    },
  };
}

type Summary = Readonly<Record<FigureName, Spread & { readonly ratioToProduct?: number | undefined }>>;

/** Every figure of each workload and subject: its median, its range, and its multiple of the product's. */
export function summaryOf(
  comparison: Comparison,
  { workloads, subjects }: Pick<CompareSettings, "workloads" | "subjects">,
): Readonly<Record<string, Readonly<Record<string, Partial<Summary>>>>> {
  const ofSubject = (workload: CompareWorkload, subject: SubjectName) =>
    (Object.keys(figures) as FigureName[]).flatMap((figure) => {
      const found = comparison.spread(workload, subject, figure);
      const ratio = subject === "product" ? undefined : comparison.ratio(workload, subject, figure);
      return found ? [[figure, { ...found, ...(ratio && { ratioToProduct: 1 / ratio }) }] as const] : [];
    });
  return Object.fromEntries(
    workloads.map((workload) => [
      workload,
      Object.fromEntries(subjects.map((subject) => [subject, Object.fromEntries(ofSubject(workload, subject))])),
    ]),
  );
}
