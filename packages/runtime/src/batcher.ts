import { type BatchRun, settleBatch } from "./batch.settle.ts";
import { WaitingEntries } from "./batch.waiting.ts";
import type { GateUse } from "./fair-gate.ts";
import { createRoomWaiters, type RoomWaiters } from "./room.ts";

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
  /** Rows of an item, a positive integer. */
  weigh?: (item: Item) => number;
  /** Answers every item of a batch, in the items' order. When it throws, every item of that batch is rejected. */
  run: BatchRun<Item, Result>;
  /** The error with which `add` refuses. */
  onOverload: () => Error;
}

export interface Batcher<Item, Result> {
  /** Resolves or rejects with the item's own answer; rejects with `onOverload()` when too many rows wait. */
  add(item: Item): Promise<Result>;
  /** Whether fewer rows wait than may, and no caller waits for room. */
  hasRoom(): boolean;
  /**
   * Resolves at once if there is room, and otherwise once there is: waiters are admitted in FIFO order. Rejects with
   * `onOverload()` if there is no room after `waitMsMax`.
   */
  awaitRoom(waitMsMax: number): Promise<void>;
  /** Rows waiting, those in flight not counted. */
  size(): number;
  /**
   * For metrics. Rows that wait for a batch or are in one are inside; callers that wait for room are before it. It may
   * exceed `insideMax` by an item that is heavier than a batch.
   */
  use(): GateUse;
  /** Resolves once nothing waits and nothing is in flight. */
  drain(): Promise<void>;
}

/**
 * After fewer items than this, the next batch does not gather: so few callers would wait for nothing. Not rows: one item
 * may have hundreds, and still be of one caller.
 */
const gatherFromItems = 5;

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
 * as many waiters as rows are free. A batch that fails rejects its own items and no others, and the next one starts as usual.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  return new GroupBatcher(options);
}

class GroupBatcher<Item, Result> implements Batcher<Item, Result> {
  private readonly options: BatcherOptions<Item, Result>;
  private readonly concurrency: number;
  private readonly minRowsForSecondBatch: number;
  private readonly waiting = new WaitingEntries<Item, Result>();
  private inFlight = 0;
  private rowsInFlight = 0;
  private refused = 0;
  private scheduled = false;
  /** While SCHEDULED by time. */
  private gathering: NodeJS.Timeout | undefined;
  /** Of the last batch. */
  private lastStartMs = 0;
  private lastItems = 0;
  private drained: (() => void)[] = [];
  private readonly waiters: RoomWaiters;

  constructor(options: BatcherOptions<Item, Result>) {
    this.options = options;
    this.concurrency = options.concurrency ?? 1;
    this.minRowsForSecondBatch = options.minRowsForSecondBatch ?? 1;
    this.waiters = createRoomWaiters({ hasRoom: () => this.rowsFree() > 0, refuse: () => this.refuse() });
  }

  add(item: Item): Promise<Result> {
    const { weigh, waitingRowsMax } = this.options;
    const weight = weigh === undefined ? 1 : weigh(item);
    // When nothing waits any item is taken, else one heavier than the bound could never be done.
    if (this.waiting.rows > 0 && this.waiting.rows + weight > waitingRowsMax) return Promise.reject(this.refuse());
    return new Promise<Result>((resolve, reject) => {
      this.waiting.add({ item, weight, resolve, reject });
      if (this.gathering && this.waiting.rows >= this.options.rowsMax) this.start();
      else this.schedule();
    });
  }

  hasRoom(): boolean {
    return this.rowsFree() > 0 && this.waiters.count() === 0;
  }

  awaitRoom(waitMsMax: number): Promise<void> {
    return this.hasRoom() ? Promise.resolve() : this.waiters.wait(waitMsMax);
  }

  private rowsFree(): number {
    return this.options.waitingRowsMax - this.waiting.rows;
  }

  private refuse(): Error {
    this.refused += 1;
    return this.options.onOverload();
  }

  size(): number {
    return this.waiting.rows;
  }

  use(): GateUse {
    const { rowsMax, waitingRowsMax } = this.options;
    return {
      inside: this.waiting.rows + this.rowsInFlight,
      insideMax: waitingRowsMax + this.concurrency * rowsMax,
      waiting: this.waiters.count(),
      refused: this.refused,
    };
  }

  drain(): Promise<void> {
    if (this.inFlight === 0 && this.waiting.isEmpty()) return Promise.resolve();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight >= this.concurrency || this.waiting.isEmpty()) return;
    if (this.inFlight > 0 && this.waiting.rows < this.minRowsForSecondBatch) return;
    this.scheduled = true;
    const gatherMs = this.gatherMsLeft();
    if (gatherMs > 0) this.gathering = setTimeout(() => this.start(), gatherMs);
    // After the I/O of this turn of the loop, so that what arrived together goes together.
    else setImmediate(() => this.start());
  }

  private gatherMsLeft(): number {
    const { gatherMs = 0, rowsMax } = this.options;
    if (gatherMs === 0 || this.lastItems < gatherFromItems || this.waiting.rows >= rowsMax) return 0;
    return this.lastStartMs + gatherMs - performance.now();
  }

  private start(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.scheduled = false;
    const { rows, entries } = this.waiting.take(this.options.rowsMax);
    this.lastStartMs = performance.now();
    this.lastItems = entries.length;
    this.inFlight++;
    this.rowsInFlight += rows;
    void settleBatch(this.options.run, entries).then(() => this.finish(rows));
    // As many as there are rows free: an item is seldom heavier than one.
    this.waiters.admit(this.rowsFree());
    this.schedule();
  }

  private finish(rows: number): void {
    this.inFlight--;
    this.rowsInFlight -= rows;
    // A whole batch waits: nothing is to be gathered, and under overload a turn of the loop can take seconds.
    if (!this.scheduled && this.waiting.rows >= this.options.rowsMax) this.start();
    else this.schedule();
    if (this.inFlight > 0 || !this.waiting.isEmpty()) return;
    const resolvers = this.drained;
    this.drained = [];
    for (const resolve of resolvers) resolve();
  }
}
