/** Releases what a run has opened, however the run ends. */
export interface Closers {
  add(step: () => Promise<unknown>): void;
  /**
   * Closes in reverse order and continues after failures. Safe to call twice.
   * @throws the first failure, after all steps are done.
   */
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step) => void steps.push(step),
    async close() {
      let failure: unknown;
      for (const step of steps.splice(0).toReversed()) await step().catch((error: unknown) => (failure ??= error));
      if (failure !== undefined) throw failure;
    },
  };
}
