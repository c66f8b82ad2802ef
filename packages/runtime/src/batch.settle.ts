/** Answers every item of a batch, in the items' order. */
export type BatchRun<Item, Result> = (items: Item[]) => Promise<PromiseSettledResult<Result>[]>;

/** An item and its caller. */
export interface BatchEntry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Runs a batch and answers its items; never rejects. */
export async function settleBatch<Item, Result>(
  run: BatchRun<Item, Result>,
  batch: readonly BatchEntry<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(batch.map((entry) => entry.item));
    if (results.length !== batch.length) {
      throw new Error(`a batch of ${batch.length} items was answered with ${results.length} results`);
    }
    batch.forEach((entry, index) => {
      const result = results[index] as PromiseSettledResult<Result>;
      if (result.status === "fulfilled") entry.resolve(result.value);
      else entry.reject(result.reason);
    });
  } catch (error) {
    for (const entry of batch) entry.reject(error);
  }
}
