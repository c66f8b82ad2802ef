import { type Quantiles, quantilesOf } from "../../measure/statistics.ts";
import type { Sent } from "./steady.ts";

/** The outcome of the sales that were due in a time span. */
export interface SpanFigures {
  readonly seconds: number;
  /** Answers by status; 0 means a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Of the 201s. */
  readonly latencyMs: Quantiles;
}

export function summarise(sent: readonly Sent[], fromMs: number, toMs: number): SpanFigures {
  const within = sent.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs);
  const statuses: Record<number, number> = {};
  for (const { status } of within) statuses[status] = (statuses[status] ?? 0) + 1;
  const latencyMs = quantilesOf(accepted(within).map(({ dueMs, answeredMs }) => answeredMs - dueMs));
  return { seconds: (toMs - fromMs) / 1_000, statuses, latencyMs };
}

export const accepted = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 201);

export const countRefusedBare = (sent: readonly Sent[]) =>
  sent.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter).length;

/** Answers other than 201, 503 and a broken connection. */
export const countOther = (sent: readonly Sent[]) =>
  sent.filter(({ status }) => ![0, 201, 503].includes(status)).length;
