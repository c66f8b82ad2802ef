import type { Progress } from "@rewards/lab/progress";
import { formatFigure } from "@rewards/lab/report/number";
import { spreadOf } from "../measure/statistics.ts";
import { type Bench, measureRun, type RunFigures, type RunSpec } from "./measure.ts";

/** The runs of each spec, by its name. */
export type RunsByName = Readonly<Record<string, readonly RunFigures[]>>;

/** Runs the specs in turns, so that a slowdown of the machine affects all of them. */
export async function measureRounds(
  bench: Bench,
  specs: Readonly<Record<string, RunSpec>>,
  rounds: number,
  progress: Progress,
): Promise<RunsByName> {
  const runs: Record<string, readonly RunFigures[]> = {};
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, spec] of Object.entries(specs)) {
      progress.step(`${name}, round ${round} of ${rounds}`);
      runs[name] = [...(runs[name] ?? []), await measureRun(bench, spec)];
    }
  return runs;
}

export type Column = readonly [title: string, read: (run: RunFigures) => number];

/** The rows of a table: each name with the medians of its runs. */
export function medianRows(runs: RunsByName, columns: readonly Column[]) {
  const median = (own: readonly RunFigures[], [, read]: Column) => formatFigure(spreadOf(own.map(read)).median);
  return Object.entries(runs).map(([name, own]) => [name, ...columns.map((column) => median(own, column))]);
}
