export type Progress = ReturnType<typeof createProgress>;

/** The progress of a process's batches, for its readiness. */
export function createProgress({ isFault }: { isFault: (error: unknown) => boolean }) {
  const beganMs = new Set<{ readonly atMs: number }>();
  let succeededMs = Number.NEGATIVE_INFINITY;
  let failed: { readonly error: unknown; readonly atMs: number } | undefined;
  return {
    /** Runs a batch. A rejection counts as a failure if `isFault` says so: not if the batch itself caused it. */
    async follow<Result>(run: () => Promise<Result>): Promise<Result> {
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
    /** Ms since the oldest batch under way began or, if that is later, since the last success; 0 if none is under way. */
    stalledMs(): number {
      // In the order in which they began.
      const [oldest] = beganMs;
      return oldest ? performance.now() - Math.max(oldest.atMs, succeededMs) : 0;
    },
    /** Ms since a batch was last under way or succeeded. */
    idleMs: () => (beganMs.size > 0 ? 0 : performance.now() - succeededMs),
    /** The last failure and how long ago it was, ms; undefined if a batch has succeeded since. */
    failure: () => failed && { error: failed.error, agoMs: performance.now() - failed.atMs },
  };
}
