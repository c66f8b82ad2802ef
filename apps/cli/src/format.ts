import { formatCount } from "@rewards/runtime";

/** Removes control characters: text of callers and operators could steer the terminal. */
export const plainOf = (print: (line: string) => void) => (line: string) => print(line.replace(/\p{Cc}/gu, " "));

/** `1,204.5`, without trailing zeros. */
export function formatPoints(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const rest = fraction.replace(/0+$/, "");
  const text = formatCount(BigInt(whole));
  return `${whole === "-0" ? "-0" : text}${rest && `.${rest}`}`;
}
