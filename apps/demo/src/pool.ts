/** Runs `work` on every item, `concurrency` at a time, in their order. Ends early, without an error, by the signal. */
export async function runPool<Item>(
  items: readonly Item[],
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const item = items[next++] as Item;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run));
}
