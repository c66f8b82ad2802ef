import { formatFigure, formatRatio } from "@rewards/lab/report/number";
import type { Chart, ChartBar } from "@rewards/lab/report/report";
import { subjects } from "../subject/subject.ts";
import type { Comparison } from "./compare.figures.ts";
import type { CompareSettings, CompareWorkload } from "./compare.options.ts";

const titles: Readonly<Record<CompareWorkload, string>> = {
  uniform: "Members alike",
  zipf: "Few members buy most",
  hot: "One hot member",
};

type Measure = readonly [figure: "salesPerSecond" | "cpu", title: string, unit: string];
const measures: readonly Measure[] = [
  ["salesPerSecond", "sales a second", "more is better"],
  ["cpu", "CPU a sale", "µs, less is better"],
];

/** Sales per second and CPU per sale, a line for each workload. */
export function compareChart(comparison: Comparison, settings: CompareSettings): Chart {
  const { rounds, seconds, connections } = settings;
  const times = rounds === 1 ? "one run" : `median and range of ${rounds} runs`;
  return {
    title: "From POST to posted in the ledger",
    subtitle: `Each bar: ${times} of ${seconds} s of load by ${formatFigure(connections)} connections, then until the last sale is posted`,
    groups: settings.workloads.flatMap((workload) =>
      measures.map((measure) => ({
        title: `${titles[workload]}: ${measure[1]}`,
        unit: measure[2],
        bars: barsOf(comparison, settings, workload, measure),
      })),
    ),
  };
}

function barsOf(
  comparison: Comparison,
  settings: CompareSettings,
  workload: CompareWorkload,
  [figure]: Measure,
): ChartBar[] {
  return settings.subjects.flatMap((subject) => {
    const spread = comparison.spread(workload, subject, figure);
    if (!spread) return [];
    const bar = { label: subjects[subject].label, value: spread.median, low: spread.min, high: spread.max };
    const ratio = comparison.ratio(workload, subject, figure);
    if (subject === "product" || !ratio) return [bar];
    return [
      { ...bar, isPeer: true, note: ratio >= 1 ? `${formatRatio(ratio)} less` : `${formatRatio(1 / ratio)} more` },
    ];
  });
}
