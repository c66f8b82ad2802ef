const freshMs = 5_000;

/** Scrapes within 5 s share one reading, so more scrapers do not mean more reads of Postgres and the queue. */
export function keepFresh<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  let beganMs = 0;
  return () => {
    const nowMs = performance.now();
    if (looking && nowMs - beganMs < freshMs) return looking;
    beganMs = nowMs;
    looking = look();
    return looking;
  };
}
