import type { Quantiles } from "../measure/statistics.ts";
import type { WorkloadName, WorkloadSpec } from "./workload.ts";

/** One run of the generator. Sent to its process as a message, so it holds only data. */
export interface LoadSpec {
  /** Of one API; or of several, with the connections spread evenly over them. */
  readonly url: string | readonly string[];
  readonly connections: number;
  /** Values of the header `Authorization`, spread evenly over the connections; none by default. */
  readonly authorizations?: readonly string[];
  readonly pace: Pace;
  readonly workload: WorkloadSpec & { readonly name: WorkloadName };
  /** Every n-th request of a paced load opens a new connection, and its latency includes that. */
  readonly openEvery?: number;
  /** Later or missing answers count as late. Milliseconds; default 30,000. */
  readonly answerMsMax?: number;
}

/**
 * - closed: each connection sends its next request when the last is answered, so the service sets the pace.
 * - paced: requests are due at a fixed rate, whatever the service does. A late answer delays no other request, and
 * latency counts from the time that a request was due (no coordinated omission).
 */
export type Pace =
  | { readonly kind: "closed"; readonly seconds: number; readonly countMax?: number | undefined }
  | { readonly kind: "paced"; readonly seconds: number; readonly perSecond: number };

export const closed = (seconds: number, countMax?: number): Pace => ({ kind: "closed", seconds, countMax });
export const paced = (seconds: number, perSecond: number): Pace => ({ kind: "paced", seconds, perSecond });

export interface LoadResult {
  /** From the first request to the last answer. */
  readonly seconds: number;
  /** Answers by status; 0 means a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests answered 2xx. */
  readonly accepted: number;
  /** Requests without any answer in time. */
  readonly late: number;
  /** Of the 2xx answers, milliseconds. */
  readonly latencyMs: Quantiles;
  /** 503 answers without a Retry-After. */
  readonly withoutRetryAfter: number;
  /** CPU of the generator itself, microseconds. */
  readonly cpuMicroseconds: number;
}

/** Answers of every status, including broken connections. */
export function countAnswers({ statuses }: Pick<LoadResult, "statuses">): number {
  return Object.values(statuses).reduce((sum, times) => sum + times, 0);
}
