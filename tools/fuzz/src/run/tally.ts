import type { Exchange } from "../http/exchange.ts";
import type { Shot } from "./shot.ts";

/** Requests by endpoint and status. */
export interface Tally {
  requests: number;
  /** Requests with nothing wrong, and those of them that succeeded. */
  sound: number;
  soundSucceeded: number;
  /** The longest time from a request's connection to its answer. */
  slowestMs: number;
  readonly byEndpoint: Map<string, Map<string, number>>;
  /** Requested endpoints; each `{ObjectPath}` counts separately. */
  readonly asked: Set<string>;
}

/** The column for requests that were cut off on purpose. */
const noAnswer = "none";

export function openTally(): Tally {
  return { requests: 0, sound: 0, soundSucceeded: 0, slowestMs: 0, byEndpoint: new Map(), asked: new Set() };
}

export function count(tally: Tally, { kind, asked, isSound }: Shot, exchange: Exchange): void {
  const [answer] = exchange.answers;
  const name = `${kind.method} ${kind.pattern}`;
  const statuses = tally.byEndpoint.get(name) ?? new Map<string, number>();
  const status = answer ? String(answer.status) : noAnswer;
  tally.byEndpoint.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  tally.asked.add(`${kind.method} ${asked.endpoint.path}`);
  tally.requests += 1;
  tally.slowestMs = Math.max(tally.slowestMs, exchange.tookMs);
  if (!isSound) return;
  tally.sound += 1;
  if (answer && answer.status < 300) tally.soundSucceeded += 1;
}
