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
  let failure: unknown;

  async function exchangeOne(meter: Meter): Promise<boolean> {
    const { unshared, window, key } = meter;
    meter.unshared = 0;
    const sum = await tally.add(key, unshared).catch((err) => {
      failure = err;
    });
    // What was used in a window that has ended no longer matters.
    if (meter.window !== window) return sum !== undefined;
    if (!sum) {
      meter.unshared += unshared;
      changed.add(meter);
      return false;
    }
    meter.used = sum.total + meter.unshared;
    meter.windowEndsAtMs = nowMs() + sum.endsInMs;
    return true;
  }

  /**
   * A frozen Redis counts everything it was sent as soon as it continues. So while it does not answer, it is sent only a
   * zero: otherwise each round would send the same use again, and callers would be refused for it.
   */
  async function isBack({ key }: Meter): Promise<boolean> {
    return tally.add(key, 0).then(
      () => true,
      () => false,
    );
  }

  async function exchange(): Promise<void> {
    const meters = [...changed].slice(0, metersMax);
    const [first] = meters;
    if (!first || (isAlone && !(await isBack(first)))) return;
    for (const meter of meters) changed.delete(meter);
    const answers = await Promise.all(meters.map(exchangeOne));
    const wasAlone = isAlone;
    isAlone = answers.includes(false);
    if (isAlone && !wasAlone)
      logger.warn(
        { err: failure },
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
