/** Replaces a figure that could not be read. */
export const noFigure = "—";

const kiloFrom = 1_000;

/** A figure with about three digits, such as 0.004, 8.12, 57.3 or 12,345. */
export function formatFigure(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 0, maximumFractionDigits: fractionDigits(value) });
}

function fractionDigits(value: number): number {
  if (value >= 100) return 0;
  if (value >= 10) return 1;
  return value >= 1 ? 2 : 3;
}

/** From the least to the most, as short as is useful, such as 8.1–9.2, 144–160 or 0.92–1.13k. */
export function formatRange(min: number, max: number): string {
  const isLarge = max >= kiloFrom;
  const [low, high] = isLarge ? [min / kiloFrom, max / kiloFrom] : [min, max];
  // Both with the precision of the larger: 0.923 to 1.13 is no more useful than 0.92 to 1.13.
  const digits = fractionDigits(high);
  return `${low.toFixed(digits)}–${high.toFixed(digits)}${isLarge ? "k" : ""}`;
}

/** How many times as much, such as 17.3x. */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio < 100 ? 1 : 0)}x`;
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Formats a share: 0.123 becomes 12.3 %. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
