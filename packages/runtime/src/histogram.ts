/** Counts of values by size, in memory. An observation adds to two numbers and allocates nothing. */
export interface Histogram {
  /** The upper bounds of the buckets; a last bucket holds larger values. */
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  observe(value: number): void;
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return new Buckets(bounds);
}

class Buckets implements Histogram {
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** From the low end, where most values are. */
  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}
