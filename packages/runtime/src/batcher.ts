import type { GateUse } from "./admission/gate.ts";
import { Room } from "./admission/room.ts";

/** Rows are the unit of every bound: an item is one row, unless `weigh` says otherwise. */
export interface BatcherOptions<Item, Result> {
  /** Most rows in one batch. An item heavier than this goes alone. */
  rowsMax: number;
  /** Most rows waiting for a batch. Past it `add` refuses, so that overload costs an answer and not memory. */
  waitingRowsMax: number;
  /** Most batches in flight, 1 by default, because two in flight made both smaller and slower. */
  concurrency?: number;
  /** Rows that must wait before a batch starts while another is in flight, 1 by default. Fewer wait until that one is done. */
  minRowsForSecondBatch?: number;
  /**
   * Least time from the start of a batch to that of the next, ms, 0 by default. It applies after a batch of at least
   * `gatherFromItems` items, so a caller that sends one after the other never waits for it, and ends early once `rowsMax`
   * rows wait.
   */
  gatherMs?: number;
  /** Rows to which bulk items fill a batch up, `rowsMax` by default: what arrives meanwhile waits for it. */
  bulkRowsMax?: number;
  /** Rows of an item, a positive integer. */
  weigh?: (item: Item) => number;
  /** Answers every item of a batch, in the items' order. When it throws, every item of that batch is rejected. */
  run: (items: Item[]) => Promise<PromiseSettledResult<Result>[]>;
  /** The error with which `add` refuses. */
  onOverload: () => Error;
}

/**
 * After fewer items than this, the next batch does not gather: so few callers would wait for nothing. Not rows: one item
 * may have hundreds, and still be of one caller.
 */
const gatherFromItems = 5;

/** An item and its caller. */
interface BatchEntry<Item, Result> {
  readonly item: Item;
  /** In rows. */
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: a batch is what arrived while the last one was in flight, and under load for at least `gatherMs`. A lone
 * item does not wait, and the size of a batch follows load.
 *
 * A batcher is always in one of these states:
 *
 * - IDLE: nothing waits, nothing is in flight. `drain` resolves at once. `add` moves it to SCHEDULED.
 * - SCHEDULED: items wait, and a batch starts after the I/O of this turn of the event loop or, under load, `gatherMs` after
 *   the last one, also while others are in flight. Items that arrive until then join it. The start moves it to RUNNING;
 *   rows beyond `rowsMax` keep waiting.
 * - RUNNING: 1 to `concurrency` batches are in flight. While fewer than `concurrency` are, `minRowsForSecondBatch` waiting
 *   rows move it to SCHEDULED; fewer rows, and all rows at `concurrency`, wait for a batch to end. When a batch ends:
 *   - if a whole batch waits, the next one starts at once, without a turn of the event loop,
 *   - if fewer rows wait, it moves to SCHEDULED under the same two limits,
 *   - if nothing waits and nothing else is in flight, it moves to IDLE and resolves the calls of `drain`.
 *
 * In every state it has room while fewer than `waitingRowsMax` rows wait. `add` rejects an item that would exceed this bound
 * with `onOverload()`, unless nothing waits. Without room `awaitRoom` makes its caller a waiter; each start of a batch admits
 * as many waiters as rows are free. Bulk items have no part in these bounds. A batch that fails rejects its own items and no others, and the next one starts as usual.
 */
export class Batcher<Item, Result> {
  private readonly options: BatcherOptions<Item, Result>;
  private readonly concurrency: number;
  private readonly room: Room<BatchEntry<Item, Result>>;
  private inFlight = 0;
  private rowsInFlight = 0;
  private scheduled = false;
  /** While SCHEDULED by time. */
  private gathering: NodeJS.Timeout | undefined;
  /** Of the last batch; bulk items do not count, since others need not gather because of them. */
  private lastStartMs = 0;
  private lastItems = 0;
  private drained: (() => void)[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    const { concurrency = 1, waitingRowsMax: rowsMax, onOverload } = options;
    this.options = options;
    this.concurrency = concurrency;
    this.room = new Room({ rowsMax, onOverload });
  }

  /**
   * Resolves or rejects with the item's own answer; rejects with `onOverload()` when too many rows wait. A bulk item is
   * never refused, so its caller bounds them: it waits while others do, and a batch takes it after theirs.
   */
  add(item: Item, isBulk = false): Promise<Result> {
    const weight = this.options.weigh?.(item) ?? 1;
    if (!isBulk && !this.room.fits(weight)) return Promise.reject(this.room.refuse());
    return new Promise<Result>((resolve, reject) => {
      this.room.add({ item, weight, resolve, reject }, isBulk);
      if (this.gathering && this.room.rows >= this.options.rowsMax) this.start();
      else this.schedule();
    });
  }

  /** Whether fewer rows wait than may, and no caller waits for room. */
  hasRoom(): boolean {
    return this.room.isOpen();
  }

  /**
   * Resolves at once if there is room, and otherwise once there is: waiters are admitted in FIFO order. Rejects with
   * `onOverload()` if there is no room after `waitMsMax`.
   */
  awaitRoom(waitMsMax: number): Promise<void> {
    return this.room.isOpen() ? Promise.resolve() : this.room.wait(waitMsMax);
  }

  /** Rows waiting, those in flight and bulk ones not counted. */
  size(): number {
    return this.room.rows;
  }

  /**
   * For metrics. Rows that wait for a batch or are in one are inside; callers that wait for room are before it. It may
   * exceed `insideMax` by an item that is heavier than a batch, and by bulk items.
   */
  use(): GateUse {
    const { rowsMax, waitingRowsMax } = this.options;
    return {
      inside: this.room.rows + this.room.bulkRows + this.rowsInFlight,
      insideMax: waitingRowsMax + this.concurrency * rowsMax,
      waiting: this.room.waiting(),
      refused: this.room.refused,
    };
  }

  /** Resolves once nothing waits and nothing is in flight. */
  drain(): Promise<void> {
    if (this.inFlight === 0 && this.room.isEmpty()) return Promise.resolve();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight >= this.concurrency || this.room.isEmpty()) return;
    const { minRowsForSecondBatch = 1 } = this.options;
    if (this.inFlight > 0 && this.room.rows < minRowsForSecondBatch) return;
    this.scheduled = true;
    const gatherMs = this.gatherMsLeft();
    if (gatherMs > 0) this.gathering = setTimeout(() => this.start(), gatherMs);
    // After the I/O of this turn of the loop, so that what arrived together goes together.
    else setImmediate(() => this.start());
  }

  private gatherMsLeft(): number {
    const { gatherMs = 0, rowsMax } = this.options;
    if (gatherMs === 0 || this.lastItems < gatherFromItems || this.room.rows >= rowsMax) return 0;
    return this.lastStartMs + gatherMs - performance.now();
  }

  private start(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.scheduled = false;
    const { rowsMax, bulkRowsMax = rowsMax } = this.options;
    const { rows, entries, plain } = this.room.take(rowsMax, bulkRowsMax);
    this.lastStartMs = performance.now();
    this.lastItems = plain;
    this.inFlight++;
    this.rowsInFlight += rows;
    void this.settle(entries).then(() => this.finish(rows));
    this.room.admit();
    this.schedule();
  }

  private finish(rows: number): void {
    this.inFlight--;
    this.rowsInFlight -= rows;
    // A whole batch waits: nothing is to be gathered, and under overload a turn of the loop can take seconds.
    if (!this.scheduled && this.room.rows >= this.options.rowsMax) this.start();
    else this.schedule();
    if (this.inFlight > 0 || !this.room.isEmpty()) return;
    const resolvers = this.drained;
    this.drained = [];
    for (const resolve of resolvers) resolve();
  }

  /** Runs a batch and answers its items; never rejects. */
  private async settle(batch: readonly BatchEntry<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map((entry) => entry.item));
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
}

export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>) => new Batcher(options);
