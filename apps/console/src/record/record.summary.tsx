import type { Waiting } from "@rewards/operations";
import { formatAge } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import { Time } from "../page/format.tsx";

/** Where a record is, in a sentence. */
export interface Summary {
  readonly tone: string;
  readonly text: Child;
}

/** For a record that failed; undefined if it did not. `settled` is what it should become: `posted`. */
export function summaryOfFailure({ deadLetter, failing }: Waiting, settled: string): Summary | undefined {
  if (deadLetter)
    return { tone: "problem", text: "It failed at every attempt and waits for an operator: it is a dead letter." };
  if (!failing) return undefined;
  const text = (
    <>
      It is not {settled} yet. Next attempt at <Time at={failing.nextAt} />.
    </>
  );
  return { tone: "problem", text };
}

/** For a record that waits for a worker since this time. */
export const summaryOfWait = (since: string): Summary => ({
  tone: "",
  text: `It waits for a worker, for ${formatAge(ageOf(since))} now.`,
});

/** The time since then, ms; 0 if a clock is ahead. */
export const ageOf = (at: string): number => Math.max(0, Date.now() - Date.parse(at));
