const [width, height, margin] = [100, 32, 2];

/** The points of a line through these values, as `polyline` takes them: from 0, or from the least if that is below. */
export function pointsOf(values: readonly number[]): string {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = most > least ? (height - 2 * margin) / (most - least) : 0;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, index) => `${(index * step).toFixed(1)},${(height - margin - (value - least) * scale).toFixed(1)}`)
    .join(" ");
}

/** A small line without axes. It says nothing that the chart and its table do not say, so screen readers skip it. */
export const Spark = ({ values }: { readonly values: readonly number[] }) => (
  <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
    <polygon points={`0,${height} ${pointsOf(values)} ${width},${height}`} />
    <polyline points={pointsOf(values)} vector-effect="non-scaling-stroke" />
  </svg>
);
