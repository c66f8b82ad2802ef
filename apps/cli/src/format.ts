/** Removes control characters: text of callers and operators could steer the terminal. */
export const plainOf = (print: (line: string) => void) => (line: string) => print(line.replace(/\p{Cc}/gu, " "));

const numbers = new Intl.NumberFormat("en-US");

export const formatCount = (count: number) => numbers.format(count);

/** `1,204.5`, without trailing zeros. */
export function formatPoints(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const rest = fraction.replace(/0+$/, "");
  const text = numbers.format(BigInt(whole));
  return `${whole === "-0" ? "-0" : text}${rest && `.${rest}`}`;
}

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

/** Wraps text between words at `width`; each line begins with `indent`. Only a single long word exceeds the width. */
export function wrap(text: string, indent = "", width = 80): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? indent + word : `${line} ${word}`;
    if (longer.length > width && line !== "") lines.push(line);
    line = longer.length > width && line !== "" ? indent + word : longer;
  }
  return [...lines, line];
}
