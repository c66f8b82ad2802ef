import { expect, test } from "vitest";
import { clockNote, countedAtMs, isClockAhead } from "./sale.clock.ts";

const minuteMs = 60_000;
const acceptedAtMs = Date.UTC(2026, 0, 1);
const soldAt = (aheadMs: number) => ({ soldAtMs: acceptedAtMs + aheadMs, acceptedAtMs });

test("a sale counts as of its SaleDateTime, but not after its acceptance", () => {
  const counted = [-minuteMs, 0, 1, 9 * minuteMs].map((aheadMs) => countedAtMs(soldAt(aheadMs)) - acceptedAtMs);
  expect(counted).toEqual([-minuteMs, 0, 0, 0]);
});

test("a till's clock is ahead if it is by more than five minutes, and the note says so", () => {
  const ahead = [-minuteMs, 0, 5 * minuteMs, 5 * minuteMs + 1].map((aheadMs) => isClockAhead(soldAt(aheadMs)));
  expect(ahead).toEqual([false, false, false, true]);
  expect(clockNote(soldAt(5 * minuteMs))).toBe("");
  expect(clockNote(soldAt(5 * minuteMs + 1))).toBe(
    "The till's clock is ahead: SaleDateTime is after the acceptance, so the sale counts as of its acceptance.",
  );
});
