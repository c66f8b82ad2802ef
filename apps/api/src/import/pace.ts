/** Creates of tills are judged in windows of this length. */
const windowMs = 1_000;
/** Of a window; more are left out. */
const timesMax = 1_000;
const restFactorMax = 64;
/** On a machine without a free core, a slice may take seconds: 64 times as long would be a hang to the caller. */
const restMsMax = 5_000;
/** The rest at the start, if tills sell. Without it, the first second leaves the workers a backlog, which slows tills down. */
const firstRestFactor = 32;
/** How fast rests become shorter again once tills feel little. */
const easing = 0.7;
/** How much longer the median may be than without an import, and from where on rests become shorter. */
const timesAloneMax = 1.4;
const timesAloneEasy = 1.2;
/** So few times say nothing about a median. */
const timesMin = 10;
/** Without an import, every so many creates are timed, and so many times kept. */
const timedEvery = 8;
const aloneMax = 64;
/** After an import, workers post what it left. Those that follow sooner go on with its rests. */
const aftermathMs = 30_000;

/** How long an import rests after each slice, by what tills feel meanwhile. */
export interface ImportPace {
  /** Whether the next create of a till is to be timed. */
  wantsTime(): boolean;
  /** A till waited this long for its commit, in ms. */
  note(ms: number): void;
  /** An import begins; the returned function ends it. */
  begin(): () => void;
  /** How long to rest after work that took so many ms. */
  restMs(workMs: number): number;
  /** For metrics: the rest as a multiple of the work before it. */
  factor(): number;
}

/** The value below which this share of the times is; undefined if there are too few. */
function quantile(times: readonly number[], share: number, least = 1): number | undefined {
  if (times.length < least) return undefined;
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
}

/** What tills waited while nothing was imported. */
function createAlone() {
  const times: number[] = [];
  return {
    note(ms: number): void {
      if (times.length === aloneMax) times.shift();
      times.push(ms);
    },
    /** The median, infinite if there are too few times, and whether there are any. Forgets them. */
    take(): { medianMs: number; isEmpty: boolean } {
      const taken = times.splice(0);
      return { medianMs: quantile(taken, 0.5, timesMin) ?? Number.POSITIVE_INFINITY, isEmpty: taken.length === 0 };
    },
  };
}

/**
 * Rests become twice as long while 5 of 100 tills wait for longer than `tillMsMax`, or the median till clearly longer than
 * before the import, and shorter while tills feel little. Without tills there are none. A fixed rest would be too short for
 * a busy machine or too long for an idle one.
 */
export function createImportPace(tillMsMax: number, nowMs = () => performance.now()): ImportPace {
  let imports = 0;
  let factor = 0;
  let endedMs = Number.NEGATIVE_INFINITY;
  let times: number[] = [];
  let sinceMs = 0;
  let creates = 0;
  const alone = createAlone();
  let aloneMs = Number.POSITIVE_INFINITY;

  function open(): void {
    times = [];
    sinceMs = nowMs();
  }

  function judge(): void {
    const slow = quantile(times, 0.95);
    const median = quantile(times, 0.5, timesMin) ?? 0;
    if (slow === undefined) factor = 0;
    else if (slow > tillMsMax || median > timesAloneMax * aloneMs)
      factor = Math.min(restFactorMax, Math.max(1, factor * 2));
    else if (slow < tillMsMax / 2 && median < timesAloneEasy * aloneMs)
      factor = factor * easing < 1 ? 0 : factor * easing;
    open();
  }

  function start(): void {
    open();
    if (nowMs() - endedMs < aftermathMs) return;
    const { medianMs, isEmpty } = alone.take();
    aloneMs = medianMs;
    factor = isEmpty ? 0 : firstRestFactor;
  }

  return {
    wantsTime: () => imports > 0 || creates++ % timedEvery === 0,
    note(ms) {
      if (imports > 0) {
        if (times.length < timesMax) times.push(ms);
      } else if (nowMs() - endedMs >= aftermathMs) alone.note(ms);
    },
    begin() {
      if (imports === 0) start();
      imports += 1;
      return () => {
        imports -= 1;
        endedMs = nowMs();
      };
    },
    restMs(workMs) {
      if (nowMs() - sinceMs >= windowMs) judge();
      return Math.min(restMsMax, factor * workMs);
    },
    factor: () => factor,
  };
}
