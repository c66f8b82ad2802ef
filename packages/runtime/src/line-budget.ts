export interface LineBudgetOptions {
  /** The most lines that may be written at once, after a pause. */
  readonly linesMax: number;
  /** After this interval, one more line may be written. */
  readonly everyMs: number;
}

/** Bounds how many lines of a kind are logged, so that callers cannot cause a line per call. */
export interface LineBudget {
  /** How many lines were held back since the last one; undefined if this one is held back too. */
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
