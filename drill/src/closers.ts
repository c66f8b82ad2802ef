/** What is taken down at a drill's end, however it ends. */
export interface Closers {
  add(step: () => Promise<unknown>): void;
  /** The last first, each whether those before it succeed or not. Safe to call twice. */
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step) => void steps.push(step),
    async close() {
      for (const step of steps.splice(0).toReversed()) await step().catch(() => undefined);
    },
  };
}
