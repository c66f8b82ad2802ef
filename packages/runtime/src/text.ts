import type { WriteStream } from "node:tty";

/** Columns of the narrowest terminal that output is made for. */
export const columnsMax = 80;

/** Wraps text between words at `width`; each line begins with `indent`. Only a single long word exceeds the width. */
export function wrap(text: string, indent = "", width = columnsMax): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? indent + word : `${line} ${word}`;
    if (longer.length > width && line !== "") lines.push(line);
    line = longer.length > width && line !== "" ? indent + word : longer;
  }
  return [...lines, line];
}

/**
 * Text for a terminal of that many columns: lines that are wider are wrapped under their first word. Lines of JSON stay
 * whole, so that they can be copied.
 */
export function fit(text: string, columns: number): string {
  const fitLine = (line: string) => {
    if (line.length <= columns || line.startsWith("{")) return [line];
    const words = line.trimStart();
    return wrap(words, " ".repeat(line.length - words.length), columns);
  };
  return text.split("\n").flatMap(fitLine).join("\n");
}

/** Writes text and an end of line, fitted to a terminal. Files and pipes get each line whole. */
export function writeFitting(stream: Pick<WriteStream, "isTTY" | "columns" | "write">, text: string): void {
  stream.write(`${stream.isTTY ? fit(text, stream.columns || columnsMax) : text}\n`);
}

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
