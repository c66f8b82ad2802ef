import type { HeldWebhook, ParkedChange, RenderedEvent, Slice, SliceOutcome } from "@rewards/db";
import { failuresMax, type TriedLanes, type TryResult } from "./webhook.try.ts";

/** A tenth more or less, so that what failed together is not tried again together. */
const jitter = () => 0.9 + 0.2 * Math.random();

/** @param retrySeconds how long after each failed attempt the next one follows. */
function parkFailed({ event, attempts, answer }: TryResult, retrySeconds: readonly number[]): ParkedChange {
  const seconds = retrySeconds[attempts];
  return {
    ...{ n: Number(event.number), lane: event.lane, attempts: attempts + 1 },
    seconds: seconds === undefined ? null : seconds * jitter(),
    error: answer.error || String(answer.status),
  };
}

const parkBehind = ({ number, lane }: RenderedEvent): ParkedChange => ({
  ...{ n: Number(number), lane, attempts: 0, seconds: 0, error: "" },
});

/** How far the slice got: to its end or, if it left events untried, to the last one that it tried. */
function reachedOf({ reached }: HeldWebhook, { fresh, blocked, next }: Slice, tried: ReadonlySet<bigint>): bigint {
  const isLeft = fresh.some(({ number, lane }) => !blocked.has(lane) && !tried.has(number));
  return isLeft ? (fresh.findLast(({ number }) => tried.has(number))?.number ?? reached) : next;
}

/** What is written of a slice: what was delivered is done, what failed is parked, and what is behind it too. */
export function settleSlice(
  webhook: HeldWebhook,
  slice: Slice,
  { results, failures, isEnded }: TriedLanes,
  retrySeconds: readonly number[],
): SliceOutcome {
  const tried = new Set(results.map(({ event }) => event.number));
  const reached = reachedOf(webhook, slice, tried);
  const delivered = results.filter(({ isDelivered }) => isDelivered);
  const failed = results.filter(({ isDelivered, isCounted }) => !isDelivered && isCounted);
  const behind = slice.fresh.filter(({ number }) => number <= reached && !tried.has(number));
  return {
    reached,
    settled: [...slice.lost, ...delivered.flatMap(({ event, isParked }) => (isParked ? [event.number] : []))],
    parked: [...failed.map((one) => parkFailed(one, retrySeconds)), ...behind.map(parkBehind)],
    attempts: results.map(({ event, answer }) => ({ n: Number(event.number), ...answer })),
    delivered: delivered.length,
    failures,
    isFailing: failures >= failuresMax,
    isEnded,
  };
}
