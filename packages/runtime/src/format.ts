const numbers = new Intl.NumberFormat("en-US");

/** `12,345` */
export const formatCount = (count: number | bigint) => numbers.format(count);

const units: readonly [ms: number, name: string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** The two largest units of a duration: `3 h 12 min`, `4 s`. */
export function formatAge(ms: number): string {
  const first = units.findIndex(([unit]) => ms >= unit);
  if (first < 0) return `${Math.max(0, Math.round(ms))} ms`;
  let rest = ms;
  const parts = units.slice(first, first + 2).map(([unit, name]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count > 0 ? `${count} ${name}` : "";
  });
  return parts.filter(Boolean).join(" ");
}
