import type { Tally } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import type { Meter } from "./meter.ts";

/** Meters exchanged in one round; the others follow in the next. */
const metersMax = 500;
const roundMs = 1_000;
/** A meter is exchanged once this API alone has used this part of its limit. Most callers never do. */
const sharedFromPart = 1 / 50;

export interface Sharing {
  /** Exchanges this meter in the next round. */
  onUse(meter: Meter): void;
  /** Exchanges what was used; resolves when the answers are there. */
  exchange(): Promise<void>;
  stop(): void;
}

export interface SharingOptions {
  readonly tally: Tally;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly nowMs?: () => number;
}

/**
 * Adds up what callers used at all APIs, once a second and never during a call. So a caller can exceed its limit by what
 * all APIs admit in a second. While Redis is away, each API counts alone.
 */
export function shareMeters({ tally, logger, nowMs = () => performance.now() }: SharingOptions): Sharing {
  const changed = new Set<Meter>();
  let isAlone = false;

  async function exchange(): Promise<void> {
    const meters = [...changed].slice(0, metersMax);
    const [first] = meters;
    if (!first || (isAlone && !(await isBack(tally, first)))) return;
    for (const meter of meters) changed.delete(meter);
    const outcomes = await Promise.allSettled(meters.map((meter) => exchangeOne(meter, { tally, changed, nowMs })));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    const wasAlone = isAlone;
    isAlone = failed !== undefined;
    if (failed && !wasAlone)
      logger.warn(
        { err: failed.reason },
        "limits of callers are counted by each API alone until the queue's Redis answers; mend the queue",
      );
    if (!isAlone && wasAlone) logger.info("limits of callers are shared again");
  }

  let isExchanging = false;
  /** One round at a time: an answer gives the sum of everything sent before it. */
  async function round(): Promise<void> {
    if (isExchanging) return;
    isExchanging = true;
    await exchange();
    isExchanging = false;
  }

  const timer = setInterval(() => void round(), roundMs).unref();
  return {
    onUse(meter) {
      if (meter.used >= meter.policy.max * sharedFromPart) changed.add(meter);
    },
    exchange,
    stop() {
      clearInterval(timer);
      tally.close();
    },
  };
}

interface ExchangeDeps {
  readonly tally: Tally;
  /** The meters to exchange in the next round. */
  readonly changed: Set<Meter>;
  readonly nowMs: () => number;
}

/** Sends what was used here, and takes over the sum of all APIs. @throws if Redis does not answer. */
async function exchangeOne(meter: Meter, { tally, changed, nowMs }: ExchangeDeps): Promise<void> {
  const { unshared, window, key } = meter;
  meter.unshared = 0;
  // What was used in a window that has ended no longer matters.
  const isOver = () => meter.window !== window;
  const { total, endsInMs } = await tally.add(key, unshared).catch((error: unknown) => {
    if (!isOver()) {
      meter.unshared += unshared;
      changed.add(meter);
    }
    throw error;
  });
  if (isOver()) return;
  meter.used = total + meter.unshared;
  meter.windowEndsAtMs = nowMs() + endsInMs;
}

/**
 * A frozen Redis counts everything it was sent as soon as it continues. So while it does not answer, it is sent only a
 * zero: otherwise each round would send the same use again, and callers would be refused for it.
 */
function isBack(tally: Tally, { key }: Meter): Promise<boolean> {
  return tally.add(key, 0).then(
    () => true,
    () => false,
  );
}
