import { atLeast, atMost } from "@rewards/lab/report/bars";
import { formatFigure, formatRatio } from "@rewards/lab/report/number";
import type { Bar } from "@rewards/lab/report/report";
import type { SubjectName } from "../subject/subject.ts";
import type { Comparison } from "./compare.figures.ts";
import type { CompareWorkload } from "./compare.options.ts";

interface RatioPromise {
  readonly workload: CompareWorkload;
  readonly peer: SubjectName;
  readonly letter: string;
  readonly min: number;
}

const salesPromises: readonly RatioPromise[] = [
  { workload: "uniform", peer: "naive", letter: "A", min: 12 },
  { workload: "uniform", peer: "competent", letter: "B", min: 5 },
  { workload: "hot", peer: "naive", letter: "A", min: 20 },
];
const cpuPromises: readonly RatioPromise[] = [
  { workload: "uniform", peer: "naive", letter: "A", min: 12 },
  { workload: "uniform", peer: "competent", letter: "B", min: 5 },
];

/** The product's promises, absolute and against its peers. A figure that was not measured has no bar. */
export function compareBars(comparison: Comparison): Bar[] {
  return [
    ...salesPromises.flatMap((promise) => salesBar(comparison, promise)),
    ...cpuPromises.flatMap((promise) => cpuBar(comparison, promise)),
    ...ownBars(comparison),
  ];
}

function salesBar(comparison: Comparison, { workload, peer, letter, min }: RatioPromise): Bar[] {
  const ratio = comparison.ratio(workload, peer, "salesPerSecond");
  if (ratio === undefined) return [];
  const name = `Sales a second over those of peer ${letter}, ${workload}`;
  return [{ name, wanted: `≥ ${min}x`, measured: formatRatio(ratio), holds: ratio >= min }];
}

function cpuBar(comparison: Comparison, { workload, peer, letter, min }: RatioPromise): Bar[] {
  const ratio = comparison.ratio(workload, peer, "cpu");
  if (ratio === undefined) return [];
  const less = 1 / ratio;
  const name = `CPU a sale below that of peer ${letter}, ${workload}`;
  return [{ name, wanted: `≥ ${min}x less`, measured: `${formatRatio(less)} less`, holds: less >= min }];
}

function ownBars(comparison: Comparison): Bar[] {
  const cpu = comparison.spread("uniform", "product", "cpu");
  const sales = comparison.spread("uniform", "product", "salesPerSecond");
  return [
    ...(cpu ? [atMost("CPU a sale, uniform", 170, "µs", cpu.median)] : []),
    ...(sales ? [atLeast("Sales a second, uniform", 10_000, "", sales.median)] : []),
    ...memoryBar("API", comparison.peak("memoryApi")),
    ...memoryBar("worker", comparison.peak("memoryWorker")),
  ];
}

function memoryBar(part: string, mb: number | undefined): Bar[] {
  if (mb === undefined) return [];
  const name = `Memory of the ${part}, the peak of all runs`;
  return [{ name, wanted: "< 250 MB", measured: `${formatFigure(mb)} MB`, holds: mb < 250 }];
}
