import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createBatcher } from "./batcher.ts";

const overloaded = new Error("overloaded");
const fulfilled = <Value>(value: Value) => ({ status: "fulfilled", value }) as const;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A run whose batches are answered when the test says so. */
function createGate<Item>() {
  const batches: Item[][] = [];
  const open: (() => void)[] = [];
  const run = async (items: Item[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => open.push(resolve));
    return items.map(fulfilled);
  };
  return { batches, run, release: () => open.shift()?.() };
}

describe("createBatcher", () => {
  test("a lone item goes at once, alone", async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      rowsMax: 500,
      waitingRowsMax: 1_000,
      onOverload: () => overloaded,
      run: async (items) => {
        batches.push(items);
        return items.map((item) => fulfilled(item * 2));
      },
    });
    expect(await batcher.add(21)).toBe(42);
    expect(batches).toEqual([[21]]);
  });

  test("what arrives while a batch is in flight is the next batch", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 10, waitingRowsMax: 100, onOverload: () => overloaded, run: gate.run });
    const first = batcher.add(1);
    await turn();
    const later = Promise.all([batcher.add(2), batcher.add(3), batcher.add(4)]);
    await turn();
    expect(gate.batches).toEqual([[1]]);
    expect(batcher.size()).toBe(3);
    gate.release();
    await first;
    await expect.poll(() => gate.batches).toEqual([[1], [2, 3, 4]]);
    gate.release();
    expect(await later).toEqual([2, 3, 4]);
  });

  test("a second batch starts only when enough rows wait for it", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({
      rowsMax: 10,
      waitingRowsMax: 100,
      concurrency: 2,
      minRowsForSecondBatch: 3,
      onOverload: () => overloaded,
      run: gate.run,
    });
    const all = [batcher.add(1)];
    await turn();
    all.push(batcher.add(2), batcher.add(3));
    await turn();
    expect(gate.batches).toEqual([[1]]);
    all.push(batcher.add(4));
    await turn();
    expect(gate.batches).toEqual([[1], [2, 3, 4]]);
    all.push(batcher.add(5));
    await turn();
    expect(gate.batches).toHaveLength(2);
    gate.release();
    gate.release();
    await expect.poll(() => gate.batches).toEqual([[1], [2, 3, 4], [5]]);
    gate.release();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
  });

  test("a whole batch that waits begins as the one before it ends, without a turn of the loop", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 2, waitingRowsMax: 100, onOverload: () => overloaded, run: gate.run });
    const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    await turn();
    gate.release();
    for (let microtasks = 0; microtasks < 20; microtasks += 1) await undefined;
    expect(gate.batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    gate.release();
    await expect.poll(() => gate.batches).toHaveLength(3);
    gate.release();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
  });

  describe("gathering", () => {
    afterEach(() => vi.useRealTimers());

    /** The first batch has `firstItems` items and has been answered. */
    async function afterBatchOf(firstItems: number, weigh = () => 1) {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
      const gate = createGate<number>();
      const bounds = { rowsMax: 10, waitingRowsMax: 100, gatherMs: 8 };
      const batcher = createBatcher({ ...bounds, weigh, onOverload: () => overloaded, run: gate.run });
      const all = Array.from({ length: firstItems }, (_, item) => batcher.add(item));
      await turn();
      gate.release();
      await Promise.all(all);
      return { gate, batcher };
    }

    test("after a batch of several items, the next one starts no earlier than the given time after it", async () => {
      const { gate, batcher } = await afterBatchOf(5);
      vi.advanceTimersByTime(3);
      const later = [batcher.add(5)];
      vi.advanceTimersByTime(4);
      later.push(batcher.add(6));
      await turn();
      expect(gate.batches).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(gate.batches[1]).toEqual([5, 6]);
      gate.release();
      expect(await Promise.all(later)).toEqual([5, 6]);
    });

    test("a whole batch ends it", async () => {
      const { gate, batcher } = await afterBatchOf(5);
      const later = Array.from({ length: 12 }, (_, item) => batcher.add(item));
      expect(gate.batches[1]).toHaveLength(10);
      gate.release();
      await turn();
      vi.advanceTimersByTime(8);
      gate.release();
      expect(await Promise.all(later)).toHaveLength(12);
      expect(gate.batches).toHaveLength(3);
    });

    test("after a batch of a few items, and after a longer one, the next one starts at once", async () => {
      const { gate, batcher } = await afterBatchOf(4);
      const many = Promise.all([4, 5, 6, 7, 8].map((item) => batcher.add(item)));
      await turn();
      expect(gate.batches[1]).toEqual([4, 5, 6, 7, 8]);
      vi.advanceTimersByTime(8);
      gate.release();
      await many;
      void batcher.add(9);
      await turn();
      expect(gate.batches[2]).toEqual([9]);
    });

    test("after one item of many rows, the next one starts at once", async () => {
      const { gate, batcher } = await afterBatchOf(1, () => 9);
      void batcher.add(1);
      await turn();
      expect(gate.batches).toEqual([[0], [1]]);
    });
  });

  test("there is room at once while fewer wait than may; then waiters are admitted in FIFO order, as many as there is room for", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 2, waitingRowsMax: 3, onOverload: () => overloaded, run: gate.run });
    const waitMsMax = 60_000;
    await batcher.awaitRoom(waitMsMax);
    const all = [1, 2, 3].map((item) => batcher.add(item));
    const admitted: string[] = [];
    const callers = ["a", "b", "c"].map((name) => batcher.awaitRoom(waitMsMax).then(() => admitted.push(name)));
    await turn();
    // Two went into the first batch, so two are free.
    expect(admitted).toEqual(["a", "b"]);
    gate.release();
    await Promise.all(callers);
    expect(admitted).toEqual(["a", "b", "c"]);
    await expect.poll(() => gate.batches).toHaveLength(2);
    gate.release();
    await Promise.all(all);
  });

  test("who finds no room in time is refused, and lets nobody else's place go to waste", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 1, waitingRowsMax: 1, onOverload: () => overloaded, run: gate.run });
    const all = [batcher.add(1)];
    await turn();
    all.push(batcher.add(2));
    const late = batcher.awaitRoom(1);
    const patient = batcher.awaitRoom(60_000);
    await expect(late).rejects.toBe(overloaded);
    gate.release();
    await patient;
    await expect.poll(() => gate.batches).toHaveLength(2);
    gate.release();
    await Promise.all(all);
  });

  test("a waiter is admitted at the end of its wait where those admitted before it added nothing", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 1, waitingRowsMax: 1, onOverload: () => overloaded, run: gate.run });
    const all = [batcher.add(1)];
    await turn();
    all.push(batcher.add(2));
    const broken = batcher.awaitRoom(60_000);
    const patient = batcher.awaitRoom(50);
    gate.release();
    // Admitted by the second batch, and never heard of again.
    await broken;
    await patient;
    gate.release();
    await Promise.all(all);
  });

  test("past the bound of waiting rows add refuses, and what waits is still done", async () => {
    const gate = createGate<number>();
    const batcher = createBatcher({ rowsMax: 1, waitingRowsMax: 2, onOverload: () => overloaded, run: gate.run });
    const accepted = [batcher.add(1), batcher.add(2)];
    await expect(batcher.add(3)).rejects.toBe(overloaded);
    const drained = batcher.drain();
    while (gate.batches.length < 2) {
      await turn();
      gate.release();
    }
    await drained;
    expect(await Promise.all(accepted)).toEqual([1, 2]);
  });

  test("an item heavier than a batch goes alone", async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      rowsMax: 10,
      waitingRowsMax: 1_000,
      weigh: (item) => item,
      onOverload: () => overloaded,
      run: async (items) => {
        batches.push(items);
        return items.map(fulfilled);
      },
    });
    await Promise.all([4, 4, 40, 5, 5].map((item) => batcher.add(item)));
    expect(batches).toEqual([[4, 4], [40], [5, 5]]);
  });

  test("a run that throws rejects its own batch alone", async () => {
    const broken = new Error("connection lost");
    const batcher = createBatcher<number, number>({
      rowsMax: 2,
      waitingRowsMax: 100,
      onOverload: () => overloaded,
      run: async (items) => {
        if (items.includes(1)) throw broken;
        return items.map(fulfilled);
      },
    });
    const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(settled.map((one) => (one.status === "rejected" ? one.reason : one.value))).toEqual([broken, broken, 3]);
  });

  test("too few results reject the batch instead of leaving an item unanswered", async () => {
    const batcher = createBatcher<number, number>({
      rowsMax: 2,
      waitingRowsMax: 100,
      onOverload: () => overloaded,
      run: async () => [],
    });
    await expect(batcher.add(1)).rejects.toThrow("1 items was answered with 0");
  });

  test("bulk items wait for all others, fill batches up to their bound, and are never refused", async () => {
    const gate = createGate<string>();
    const bounds = { rowsMax: 4, bulkRowsMax: 3, waitingRowsMax: 4 };
    const batcher = createBatcher({ ...bounds, onOverload: () => overloaded, run: gate.run });
    const all = ["A", "B", "C", "D", "E", "F"].map((item) => batcher.add(item, true));
    await turn();
    expect(gate.batches).toEqual([["A", "B", "C"]]);
    expect([batcher.size(), batcher.hasRoom(), batcher.use().inside]).toEqual([0, true, 6]);
    all.push(batcher.add("a"), batcher.add("b"));
    gate.release();
    await expect.poll(() => gate.batches).toHaveLength(2);
    all.push(...["c", "d", "e", "f"].map((item) => batcher.add(item)));
    const drained = batcher.drain();
    for (let count = 3; count <= 4; count += 1) {
      gate.release();
      await expect.poll(() => gate.batches).toHaveLength(count);
    }
    gate.release();
    expect(gate.batches.slice(1)).toEqual([
      ["a", "b", "D"],
      ["c", "d", "e", "f"],
      ["E", "F"],
    ]);
    await drained;
    expect(await Promise.all(all)).toHaveLength(12);
  });

  test("a bulk item heavier than its bound is taken, beside others too", async () => {
    const gate = createGate<number>();
    const bounds = { rowsMax: 10, bulkRowsMax: 3, waitingRowsMax: 100, weigh: (item: number) => item };
    const batcher = createBatcher({ ...bounds, onOverload: () => overloaded, run: gate.run });
    const all = [batcher.add(7, true), batcher.add(1, true), batcher.add(2)];
    await turn();
    expect(gate.batches).toEqual([[2, 7]]);
    gate.release();
    await expect.poll(() => gate.batches).toEqual([[2, 7], [1]]);
    gate.release();
    expect(await Promise.all(all)).toEqual([7, 1, 2]);
  });

  test("drain of an idle batcher resolves", async () => {
    const gate = createGate<number>();
    await createBatcher({ rowsMax: 1, waitingRowsMax: 1, onOverload: () => overloaded, run: gate.run }).drain();
  });
});

const item = fc.record({
  weight: fc.integer({ min: 1, max: 9 }),
  /** Turns of the loop before it arrives after the one before. */
  pause: fc.integer({ min: 0, max: 3 }),
  fails: fc.boolean(),
});

const load = fc.record({
  items: fc.array(item, { maxLength: 40 }),
  rowsMax: fc.integer({ min: 1, max: 12 }),
  concurrency: fc.integer({ min: 1, max: 3 }),
  gatherMs: fc.integer({ min: 0, max: 2 }),
  /** Turns of the loop a batch takes, or -1 for a batch that throws; used in turn. */
  batches: fc.array(fc.integer({ min: -1, max: 4 }), { minLength: 1, maxLength: 8 }),
});

test("whatever the interleaving, every item is answered once, in order, in bounds", async () => {
  await fc.assert(
    fc.asyncProperty(load, async ({ items, rowsMax, concurrency, gatherMs, batches }) => {
      const seen: number[] = [];
      const thrown = new Set<number>();
      let inFlight = 0;
      let runs = 0;
      const batcher = createBatcher<number, number>({
        rowsMax,
        concurrency,
        gatherMs,
        waitingRowsMax: 1_000,
        weigh: (index) => items[index]?.weight ?? 0,
        onOverload: () => overloaded,
        run: async (indexes) => {
          const turns = batches[runs++ % batches.length] ?? 0;
          seen.push(...indexes);
          expect(++inFlight).toBeLessThanOrEqual(concurrency);
          const rows = indexes.reduce((sum, index) => sum + (items[index]?.weight ?? 0), 0);
          expect(rows <= rowsMax || indexes.length === 1).toBe(true);
          for (let n = 0; n < turns; n++) await turn();
          inFlight--;
          if (turns < 0) {
            for (const index of indexes) thrown.add(index);
            throw new Error("the batch failed");
          }
          return indexes.map((index) =>
            items[index]?.fails ? { status: "rejected", reason: index } : { status: "fulfilled", value: index },
          );
        },
      });
      const answers: Promise<unknown>[] = [];
      for (const [index, { pause }] of items.entries()) {
        for (let n = 0; n < pause; n++) await turn();
        answers.push(batcher.add(index));
        answers.at(-1)?.catch(() => {});
      }
      await batcher.drain();
      expect(batcher.size()).toBe(0);
      expect(seen).toEqual(items.map((_, index) => index));
      const settled = await Promise.allSettled(answers);
      for (const [index, answer] of settled.entries()) {
        const failed = thrown.has(index) || items[index]?.fails;
        expect(answer.status).toBe(failed ? "rejected" : "fulfilled");
        if (answer.status === "fulfilled") expect(answer.value).toBe(index);
        else if (!thrown.has(index)) expect(answer.reason).toBe(index);
      }
    }),
  );
});
