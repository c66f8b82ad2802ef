import { expect } from "vitest";
import type { Running } from "./stack.ts";

/** The log repeats a reason that lasts after a minute, by a clock that is not that of the lines. */
const repeatedAfterMs = 59_000;

interface Line {
  readonly time: string;
  readonly msg: string;
  readonly reason?: string;
}

/** A reason that counts seconds is one reason. */
const kindOf = ({ reason = "" }: Line) => reason.replaceAll(/\d+/g, "#");

/**
 * What a process logged of its readiness, or of another state with these words: its reasons, and whether the last line
 * says that all is well again. Expects what the log promises, however often the state changed: a line per reason, no line
 * twice in a row unless a minute later, and one line at the end of each episode. On a busy machine there may be several.
 */
export function reasonsOf(
  { lines }: Pick<Running, "lines">,
  { lost = "not ready", back = "ready again" } = {},
): { readonly reasons: readonly string[]; readonly isOver: boolean } {
  const all = lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === lost || msg === back);
  for (const [index, line] of all.entries()) {
    const before = all[index - 1];
    if (line.msg === back) expect(before?.msg).toBe(lost);
    else {
      expect(line.reason).toMatch(/\S/);
      const isSame = before?.msg === lost && kindOf(before) === kindOf(line);
      const laterMs = Date.parse(line.time) - Date.parse(before?.time ?? line.time);
      expect(isSame && laterMs < repeatedAfterMs, `${line.reason} twice in ${laterMs} ms`).toBe(false);
    }
  }
  const reasons = all.flatMap(({ msg, reason = "" }) => (msg === lost ? [reason] : []));
  return { reasons, isOver: all.at(-1)?.msg === back };
}
