/** Runs again `everyMs` after the last run ended. */
export function repeat(run: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const next = () => {
    running = run().finally(() => {
      if (!stopped) timer = setTimeout(next, everyMs);
    });
  };
  timer = setTimeout(next, 0);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
