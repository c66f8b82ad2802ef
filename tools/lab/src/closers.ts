/** What is taken down at a run's end, however it ends. */
export interface Closers {
  add(step: () => Promise<unknown>): void;
  /**
   * The last first, each whether those before it succeed or not. Safe to call twice.
   * @throws the first failure, once all steps are done.
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
