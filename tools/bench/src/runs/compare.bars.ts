import { atLeast, atMost } from "@rewards/lab/report/bars";
import { formatFigure, formatRatio } from "@rewards/lab/report/number";
import type { Bar, Chart, ChartBar } from "@rewards/lab/report/report";
import { type SubjectName, subjects } from "../subject/subject.ts";
import type { Compared, CompareWorkload, Comparison, figures } from "./compare.figures.ts";

type Promise = readonly [
  figure: "salesPerSecond" | "cpu",
  workload: CompareWorkload,
  peer: SubjectName,
  letter: string,
  min: number,
];

const promises: readonly Promise[] = [
  ["salesPerSecond", "uniform", "naive", "A", 12],
  ["salesPerSecond", "uniform", "competent", "B", 5],
  ["salesPerSecond", "hot", "naive", "A", 20],
  ["cpu", "uniform", "naive", "A", 12],
  ["cpu", "uniform", "competent", "B", 5],
];

/** The product's promises, against its peers and absolute. A figure that was not measured has no bar. */
export function compareBars(comparison: Comparison): Bar[] {
  const cpu = comparison.spread("uniform", "product", "cpu");
  const sales = comparison.spread("uniform", "product", "salesPerSecond");
  return [
    ...promises.flatMap((promise) => ratioBar(comparison, promise)),
    ...(cpu ? [atMost("CPU a sale, uniform", 170, "µs", cpu.median)] : []),
    ...(sales ? [atLeast("Sales a second, uniform", 10_000, "", sales.median)] : []),
    ...memoryBar("API", comparison.peak("memoryApi")),
    ...memoryBar("worker", comparison.peak("memoryWorker")),
  ];
}

function ratioBar(comparison: Comparison, [figure, workload, peer, letter, min]: Promise): Bar[] {
  const ratio = comparison.ratio(workload, peer, figure);
  if (ratio === undefined) return [];
  const isCpu = figure === "cpu";
  const [times, less] = isCpu ? [1 / ratio, " less"] : [ratio, ""];
  return [
    {
      name: `${isCpu ? "CPU a sale below that" : "Sales a second over those"} of peer ${letter}, ${workload}`,
      wanted: `≥ ${min}x${less}`,
      measured: `${formatRatio(times)}${less}`,
      holds: times >= min,
    },
  ];
}

function memoryBar(part: string, mb: number | undefined): Bar[] {
  if (mb === undefined) return [];
  const name = `Memory of the ${part}, the peak of all runs`;
  return [{ name, wanted: "< 250 MB", measured: `${formatFigure(mb)} MB`, holds: mb < 250 }];
}

const titles: Readonly<Record<CompareWorkload, string>> = {
  uniform: "Members alike",
  zipf: "Few members buy most",
  hot: "One hot member",
};

const drawn = [
  { figure: "salesPerSecond", title: "sales a second", unit: "more is better" },
  { figure: "cpu", title: "CPU a sale", unit: "µs, less is better" },
] as const;

/** Sales per second and CPU per sale, a line for each workload. */
export function compareChart(comparison: Comparison, compared: Compared): Chart {
  const { rounds, seconds, connections, workloads } = compared;
  const times = rounds === 1 ? "one run" : `median and range of ${rounds} runs`;
  return {
    title: "From POST to posted in the ledger",
    subtitle: `Each bar: ${times} of ${seconds} s of load by ${formatFigure(connections)} connections, then until the last sale is posted`,
    groups: workloads.flatMap((workload) =>
      drawn.map(({ figure, title, unit }) => ({
        title: `${titles[workload]}: ${title}`,
        unit,
        bars: compared.subjects.flatMap((subject) => chartBar(comparison, workload, subject, figure)),
      })),
    ),
  };
}

function chartBar(
  comparison: Comparison,
  workload: CompareWorkload,
  subject: SubjectName,
  figure: keyof typeof figures,
): ChartBar[] {
  const spread = comparison.spread(workload, subject, figure);
  if (!spread) return [];
  const bar = { label: subjects[subject].label, value: spread.median, low: spread.min, high: spread.max };
  const ratio = comparison.ratio(workload, subject, figure);
  if (subject === "product" || !ratio) return [bar];
  return [{ ...bar, isPeer: true, note: ratio >= 1 ? `${formatRatio(ratio)} less` : `${formatRatio(1 / ratio)} more` }];
}
