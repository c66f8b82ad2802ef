/** The progress of a process's batches, for its readiness. */
export interface Progress {
  /** Runs a batch. A rejection counts as a failure if `isFault` says so: not if the batch itself caused it. */
  follow<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Ms since the oldest batch under way began or, if that is later, since the last success; 0 if none is under way. */
  stalledMs(): number;
  /** Ms since a batch was last under way or succeeded. */
  idleMs(): number;
  /** The last failure and how long ago it was, ms; undefined if a batch has succeeded since. */
  failure(): { readonly error: unknown; readonly agoMs: number } | undefined;
}

export interface ProgressOptions {
  readonly isFault: (error: unknown) => boolean;
}

export function createProgress({ isFault }: ProgressOptions): Progress {
  const beganMs = new Set<{ readonly atMs: number }>();
  let succeededMs = Number.NEGATIVE_INFINITY;
  let failed: { readonly error: unknown; readonly atMs: number } | undefined;
  return {
    async follow(run) {
      const batch = { atMs: performance.now() };
      beganMs.add(batch);
      try {
        const result = await run();
        succeededMs = performance.now();
        failed = undefined;
        return result;
      } catch (error) {
        if (isFault(error)) failed = { error, atMs: performance.now() };
        throw error;
      } finally {
        beganMs.delete(batch);
      }
    },
    stalledMs() {
      // In the order in which they began.
      const [oldest] = beganMs;
      return oldest ? performance.now() - Math.max(oldest.atMs, succeededMs) : 0;
    },
    idleMs: () => (beganMs.size > 0 ? 0 : performance.now() - succeededMs),
    failure: () => failed && { error: failed.error, agoMs: performance.now() - failed.atMs },
  };
}
