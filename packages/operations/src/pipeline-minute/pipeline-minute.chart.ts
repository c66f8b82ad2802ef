import { lagBoundsMs } from "@rewards/runtime";
import type { Counts } from "./pipeline-minute.write.ts";

/** One value for each step of the window, in order of time. */
interface PipelineSeries {
  /** The class; undefined for the total. */
  readonly class: string | undefined;
  /** Records a second. */
  readonly accepted: readonly number[];
  readonly posted: readonly number[];
  /** Records in the step. */
  readonly rejected: readonly number[];
  readonly dead: readonly number[];
  /** From accepted to settled, ms, estimated from a histogram; null if nothing was settled. */
  readonly lagP50Ms: readonly (number | null)[];
  readonly lagP99Ms: readonly (number | null)[];
}

export interface PipelineChart {
  /** When each step began, ISO 8601. */
  readonly at: readonly string[];
  readonly stepMs: number;
  readonly total: PipelineSeries;
  /** Classes with a record in the window. */
  readonly classes: readonly PipelineSeries[];
}

/** What passed in a step of the window: of one class, or of all if the class is null. Every step has the row of all. */
export interface StepRow extends Counts {
  readonly at: Date;
  /** The length of the step, until now if it is unfinished, s. */
  readonly seconds: number;
  readonly class: string | null;
}

const nothing: Counts = { accepted: 0, posted: 0, rejected: 0, dead: 0, lags: [] };

/** The rows of a window, in order of time, as series. */
export function chartOf(rows: readonly StepRow[], stepMs: number): PipelineChart {
  const steps = rows.filter((row) => row.class === null);
  const classes = new Set(rows.flatMap((row) => row.class ?? []));
  return {
    at: steps.map(({ at }) => at.toISOString()),
    stepMs,
    total: seriesOf(undefined, steps),
    classes: [...classes].map((name) => {
      const counted = new Map(rows.filter((row) => row.class === name).map((row) => [row.at.getTime(), row]));
      const ofClass = steps.map(({ at, seconds }) => ({ ...nothing, ...counted.get(at.getTime()), seconds }));
      return seriesOf(name, ofClass);
    }),
  };
}

const seriesOf = (name: string | undefined, steps: readonly (Counts & Pick<StepRow, "seconds">)[]): PipelineSeries => ({
  class: name,
  accepted: steps.map((step) => step.accepted / step.seconds),
  posted: steps.map((step) => step.posted / step.seconds),
  rejected: steps.map((step) => step.rejected),
  dead: steps.map((step) => step.dead),
  lagP50Ms: steps.map((step) => estimateLagMs(step.lags, 0.5)),
  lagP99Ms: steps.map((step) => estimateLagMs(step.lags, 0.99)),
});

/**
 * The lag that this part of the records did not exceed, as if the lags of a bucket were spread evenly over it. In the
 * last bucket, which has no upper bound, its lower one.
 */
export function estimateLagMs(lags: readonly number[], part: number): number | null {
  const rank = lags.reduce((sum, count) => sum + count, 0) * part;
  if (rank === 0) return null;
  let below = 0;
  for (const [bucket, count] of lags.entries()) {
    const from = lagBoundsMs[bucket - 1] ?? 0;
    const to = lagBoundsMs[bucket] ?? from;
    if (below + count >= rank) return from + ((to - from) * (rank - below)) / count;
    below += count;
  }
  return lagBoundsMs.at(-1) ?? null;
}
