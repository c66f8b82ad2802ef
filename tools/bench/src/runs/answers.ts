import type { LoadResult } from "../load/load.types.ts";

/** Answers of every status, including broken connections. */
export function countAnswers({ statuses }: Pick<LoadResult, "statuses">): number {
  return Object.values(statuses).reduce((sum, times) => sum + times, 0);
}

/** @throws if a request was refused: figures of only the accepted ones would flatter. */
export function expectAllAccepted(result: LoadResult): void {
  if (result.accepted === countAnswers(result)) return;
  throw new Error(`the run is void, not every request was accepted: ${JSON.stringify(result.statuses)}`);
}
