/** Median and range of several measurements of one figure. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Values that the given share of all values does not exceed. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** The shares of the named quantiles, in order; also for percentile_disc of Postgres. */
export const quantileShares: readonly number[] = [0.5, 0.99, 0.999, 1];

/** Names the values at each of these shares; a missing value is 0. */
export function nameQuantiles([p50 = 0, p99 = 0, p999 = 0, max = 0]: readonly (number | undefined)[]): Quantiles {
  return { p50, p99, p999, max };
}

export function quantilesOf(values: Iterable<number>): Quantiles {
  const sorted = Float64Array.from(values).sort();
  return nameQuantiles(
    quantileShares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]),
  );
}

/** @throws if there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("no values to take a median of");
  return { median: (low + high) / 2, min: sorted[0] ?? low, max: sorted.at(-1) ?? high };
}

/**
 * Bounds between which the median of all possible values lies with 95 % confidence, whatever their distribution: the
 * ranks of a sign test. The range of the values if they are fewer than six.
 */
export function medianBounds(values: readonly number[]): Omit<Spread, "median"> {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  let below = 0;
  let chance = 0.5 ** count;
  for (let sum = chance; sum <= 0.025; sum += chance) {
    below += 1;
    chance *= (count - below + 1) / below;
  }
  const rank = Math.max(0, below - 1);
  return { min: sorted[rank] ?? Number.NaN, max: sorted[count - 1 - rank] ?? Number.NaN };
}
