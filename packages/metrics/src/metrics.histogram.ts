import type { Sample } from "./metrics.registry.ts";

/** A histogram of counts that a process keeps in memory. `scale` converts the unit of its values. */
interface CountedHistogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The samples of a histogram: cumulative buckets, sum and count. */
export function histogramSamples(
  name: string,
  labels: Readonly<Record<string, string>>,
  { bounds, counts, sum }: CountedHistogram,
  scale = 1,
): Sample[] {
  let below = 0;
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, bucket) => {
    below += counts[bucket] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound * scale);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum * scale },
    { metricName: `${name}_count`, labels, value: below },
  ];
}

/** Prometheus' unit of time is the second. */
export const secondsPerMs = 0.001;
