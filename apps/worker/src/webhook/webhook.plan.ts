import type { HeldWebhook, ParkedEvent, RenderedEvent, Slice } from "@rewards/db";

/** An event that a slice tries to deliver. */
export interface Try {
  readonly event: RenderedEvent;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly isParked: boolean;
  /** Whether a failure counts as one of its attempts. */
  readonly isCounted: boolean;
}

const tryOf = (event: RenderedEvent): Try => ({ event, attempts: 0, isParked: false, isCounted: true });
const retryOf = (event: ParkedEvent): Try => ({ event, attempts: event.attempts, isParked: true, isCounted: true });

/**
 * What a slice tries, in the order of events. Fresh events of a lane that has parked ones wait behind them. While the
 * receiver fails, it tries one due event and, if a probe is due, a fresh one; if there is none, the first that is parked,
 * whose own schedule goes on.
 */
export function planTries({ isFailing, isProbeDue }: HeldWebhook, { due, first, fresh, blocked }: Slice): Try[] {
  const callable = fresh.filter(({ lane }) => !blocked.has(lane)).map(tryOf);
  const retries = due.map(retryOf);
  const tries = [...retries, ...(isFailing ? callable.slice(0, 1) : callable)];
  return tries.length > 0 || !isProbeDue || !first ? tries : [{ ...retryOf(first), isCounted: false }];
}
