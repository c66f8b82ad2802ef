import { lagBoundsMs } from "@rewards/runtime";

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

interface Sums {
  readonly accepted: number;
  readonly posted: number;
  readonly rejected: number;
  readonly dead: number;
  /** In the buckets of `lagBoundsMs`. */
  readonly lags: readonly number[];
}

/** What passed in a step of the window. A step without records has one row without a class. */
export interface StepRow extends Sums {
  readonly at: Date;
  /** The length of the step, until now if it is unfinished, s. */
  readonly seconds: number;
  readonly class: string | null;
}

const nothing: Sums = { accepted: 0, posted: 0, rejected: 0, dead: 0, lags: [] };

const add = (one: Sums, other: Sums): Sums => ({
  accepted: one.accepted + other.accepted,
  posted: one.posted + other.posted,
  rejected: one.rejected + other.rejected,
  dead: one.dead + other.dead,
  lags: Array.from({ length: lagBoundsMs.length + 1 }, (_, at) => (one.lags[at] ?? 0) + (other.lags[at] ?? 0)),
});

/** The rows of a window, in order of time, as series. */
export function chartOf(rows: readonly StepRow[], stepMs: number): PipelineChart {
  const seconds = new Map(rows.map((row) => [row.at.getTime(), row.seconds]));
  const ofClass = new Map<string | undefined, Map<number, Sums>>([[undefined, new Map()]]);
  for (const row of rows) {
    if (row.class === null) continue;
    for (const name of [undefined, row.class]) {
      const sums = ofClass.get(name) ?? new Map<number, Sums>();
      sums.set(row.at.getTime(), add(sums.get(row.at.getTime()) ?? nothing, row));
      ofClass.set(name, sums);
    }
  }
  const [total, ...classes] = [...ofClass].map(([name, sums]) => seriesOf(name, seconds, sums));
  if (!total) throw new Error("a chart without a total");
  return { at: [...seconds.keys()].map((atMs) => new Date(atMs).toISOString()), stepMs, total, classes };
}

function seriesOf(
  name: string | undefined,
  seconds: ReadonlyMap<number, number>,
  sums: ReadonlyMap<number, Sums>,
): PipelineSeries {
  const steps = [...seconds].map(([atMs, length]) => ({ length, ...(sums.get(atMs) ?? nothing) }));
  return {
    class: name,
    accepted: steps.map((step) => step.accepted / step.length),
    posted: steps.map((step) => step.posted / step.length),
    rejected: steps.map((step) => step.rejected),
    dead: steps.map((step) => step.dead),
    lagP50Ms: steps.map((step) => estimateLagMs(step.lags, 0.5)),
    lagP99Ms: steps.map((step) => estimateLagMs(step.lags, 0.99)),
  };
}

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
