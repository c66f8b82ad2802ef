export interface LineBudgetOptions {
  /** Lines that may be written at once, after a pause. */
  readonly linesMax: number;
  /** One more may be written every so many ms. */
  readonly everyMs: number;
}

/** Bounds how many lines of a kind are logged, so that what callers cause costs no line each. */
export interface LineBudget {
  /** How many were held back since the last line; undefined where this one is held back too. */
  take(): number | undefined;
}

export function createLineBudget({ linesMax, everyMs }: LineBudgetOptions): LineBudget {
  let lines = linesMax;
  let countedMs = performance.now();
  let unlogged = 0;
  return {
    take() {
      const nowMs = performance.now();
      lines = Math.min(linesMax, lines + (nowMs - countedMs) / everyMs);
      countedMs = nowMs;
      if (lines < 1) {
        unlogged += 1;
        return undefined;
      }
      const heldBack = unlogged;
      lines -= 1;
      unlogged = 0;
      return heldBack;
    },
  };
}
