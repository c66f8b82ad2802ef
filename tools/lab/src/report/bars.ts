import { formatCount, formatFigure } from "./number.ts";
import type { Bar } from "./report.ts";

/** A promise that a figure does not exceed a bound; a figure that could not be read fails. */
export function atMost(name: string, bound: number, unit: string, measured: number): Bar {
  return {
    name,
    wanted: `≤ ${formatFigure(bound)} ${unit}`,
    measured: `${formatFigure(measured)} ${unit}`,
    holds: measured <= bound,
  };
}

/** A promise that a figure reaches a bound. */
export function atLeast(name: string, bound: number, unit: string, measured: number): Bar {
  return {
    name,
    wanted: `≥ ${formatFigure(bound)} ${unit}`.trimEnd(),
    measured: `${formatFigure(measured)} ${unit}`.trimEnd(),
    holds: measured >= bound,
  };
}

/** A promise that a count is exact. */
export function exactly(name: string, wanted: number, measured: number): Bar {
  return { name, wanted: formatCount(wanted), measured: formatCount(measured), holds: measured === wanted };
}

/** A run with broken books throws, so this bar always holds when it is reached. */
export const booksHold: Bar = { name: "the books", wanted: "add up", measured: "add up", holds: true };
