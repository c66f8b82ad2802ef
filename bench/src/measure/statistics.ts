/** What several measurements of one figure came to. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws where there is no value. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("no values to take a median of");
  return { median: (low + high) / 2, min: sorted[0] ?? low, max: sorted.at(-1) ?? high };
}
