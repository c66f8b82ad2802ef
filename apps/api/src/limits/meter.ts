import { type Policy, windowMs } from "./policy.ts";

/**
 * What one caller has used of one limit. A window begins with the first use after the one before ended, so that callers
 * do not all return at the same instant.
 */
export interface Meter {
  readonly policy: Policy;
  /** Identifies the caller and the limit, among all APIs. */
  readonly key: string;
  used: number;
  /** How much of `used` the other APIs do not know yet. */
  unshared: number;
  windowEndsAtMs: number;
  /** The number of windows so far. */
  window: number;
}

export function openMeter(policy: Policy, subject: string): Meter {
  return { policy, key: `${policy.name}:${subject}`, used: 0, unshared: 0, windowEndsAtMs: 0, window: 0 };
}

/** Whether nothing is left until the window ends. */
export function isSpent({ policy, used, windowEndsAtMs }: Meter, nowMs: number): boolean {
  return used >= policy.max && nowMs < windowEndsAtMs;
}

/** Counts a use. One use may exceed the limit: how much it takes is known only afterwards. */
export function charge(meter: Meter, amount: number, nowMs: number): void {
  if (nowMs >= meter.windowEndsAtMs) {
    meter.used = 0;
    meter.unshared = 0;
    meter.windowEndsAtMs = nowMs + windowMs;
    meter.window += 1;
  }
  meter.used += amount;
  meter.unshared += amount;
}

/** Whether callers should see the limit: at the first use in a window, and once half of it is used. */
export function isWorthShowing({ policy, used }: Meter): boolean {
  return used <= 1 || used * 2 >= policy.max;
}

/** The seconds until the window ends, rounded up; at least 1. */
export function secondsLeft({ windowEndsAtMs }: Meter, nowMs: number): number {
  return Math.max(1, Math.ceil((windowEndsAtMs - nowMs) / 1_000));
}

/** The meter's item in `RateLimit`. */
export function itemOf(meter: Meter, nowMs: number): string {
  const { policy, used, windowEndsAtMs } = meter;
  if (nowMs >= windowEndsAtMs) return `"${policy.name}";r=${policy.max}`;
  return `"${policy.name}";r=${Math.max(0, policy.max - used)};t=${secondsLeft(meter, nowMs)}`;
}
