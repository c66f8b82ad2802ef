import type { GateUse } from "./fair-gate.ts";

/** Limits concurrent work. */
export interface Gate {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** For metrics. Nothing waits before it. */
  use(): GateUse;
}

/** Refuses work beyond `insideMax` at once, so that overload does not fill the memory. */
export function createGate(insideMax: number, onOverload: () => Error): Gate {
  let inside = 0;
  let refused = 0;
  async function admit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inside >= insideMax) {
      refused += 1;
      throw onOverload();
    }
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  }
  return Object.assign(admit, { use: () => ({ inside, insideMax, waiting: 0, refused }) });
}
