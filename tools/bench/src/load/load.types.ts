import type { Quantiles } from "../measure/statistics.ts";

/** What one run of the generator does. Sent to its process as it is, so it holds data alone. */
export interface LoadSpec {
  /** Of one API, or of several, which the connections are spread over evenly. */
  readonly url: string | readonly string[];
  readonly connections: number;
  readonly pace: Pace;
  readonly workload: WorkloadSpec;
  /** Each n-th request of a paced load goes over a connection that is opened for it, and its latency counts the opening. */
  readonly openEvery?: number;
  /** What is answered later than that, or never, is late. Milliseconds; 30,000 where left out. */
  readonly answerMsMax?: number;
}

/**
 * - closed: each connection sends its next request when the last is answered, so the service sets the pace.
 * - paced: requests are due at a fixed rate, whatever the service does; a late answer delays no other request, and
 *   latency counts from the time that a request was due (no coordinated omission).
 */
export type Pace =
  | { readonly kind: "closed"; readonly seconds: number; readonly countMax?: number }
  | { readonly kind: "paced"; readonly seconds: number; readonly perSecond: number };

export interface WorkloadSpec {
  readonly name: string;
  /** Makes the keys of this run its own. */
  readonly prefix: string;
  readonly members: number;
  /** What the workload needs besides, such as the IDs of records made before. */
  readonly ids?: readonly string[];
}

export interface LoadResult {
  /** From the first request to the last answer. */
  readonly seconds: number;
  /** How often each status was answered; 0 stands for a connection that broke. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests answered 2xx. */
  readonly accepted: number;
  /** Requests that had no answer of any status in time. */
  readonly late: number;
  /** Of the 2xx answers, milliseconds. */
  readonly latencyMs: Quantiles;
  /** Answers 503 that came without a Retry-After. */
  readonly withoutRetryAfter: number;
  /** CPU of the generator itself, microseconds. */
  readonly cpuMicroseconds: number;
}
