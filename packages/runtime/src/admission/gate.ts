import { type Budget, createBudget } from "./budget.ts";

/** The bounds of a gate, for all keys together and for one key. Without the second, one key may take all. */
export interface FairGateOptions {
  /** Work under way. */
  readonly insideMax: number;
  readonly insideOfKeyMax?: number;
  /** Work that waits to be admitted, none by default. Past it `enter` refuses: overload costs an answer and not memory. */
  readonly waitingMax?: number;
  readonly waitingOfKeyMax?: number;
  /**
   * Units held by work that is done, unbounded by default. At the bound the gate admits no more work; the work under way
   * comes on top.
   */
  readonly heldMax?: number;
  readonly heldOfKeyMax?: number;
  /** The error with which `enter` refuses. */
  readonly onOverload: () => Error;
}

type Release = () => void;

/** How much a gate is used now, and how much work it has refused since its start. */
export interface GateUse {
  readonly inside: number;
  /** The most that may be inside. */
  readonly insideMax: number;
  readonly waiting: number;
  readonly refused: number;
}

/**
 * Limits concurrent work, and admits waiting work by key (such as a caller) in rotation. For work of many callers, of
 * whom one must not keep the others out.
 */
export class FairGate {
  private readonly options: FairGateOptions;
  private readonly inside: Budget;
  private readonly held: Budget;
  /** By key, the next in turn first; those of a key in order of arrival. */
  private readonly waiters = new Map<string, Set<(release: Release) => void>>();
  private waiting = 0;
  private refused = 0;

  constructor(options: FairGateOptions) {
    const { insideMax, insideOfKeyMax, heldMax = Number.POSITIVE_INFINITY, heldOfKeyMax } = options;
    this.options = options;
    this.inside = createBudget({ max: insideMax, ofKeyMax: insideOfKeyMax });
    this.held = createBudget({ max: heldMax, ofKeyMax: heldOfKeyMax });
  }

  /**
   * Resolves once the work may begin, with the function to call when it is done.
   * @throws `onOverload()` if too much waits; the signal's reason if it fires first.
   */
  async enter(key: string, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const { waitingMax = 0, waitingOfKeyMax = waitingMax, onOverload } = this.options;
    const waitingOfKey = this.waiters.get(key)?.size ?? 0;
    if (waitingOfKey === 0 && this.hasRoomFor(key)) return this.admit(key);
    if (this.waiting < waitingMax && waitingOfKey < waitingOfKeyMax) return this.waitAs(key, signal);
    this.refused += 1;
    throw onOverload();
  }

  /** Counts units (bytes, for instance) against a key until the returned function has given all of them back. */
  hold(key: string, units: number): (units: number) => void {
    this.held.add(key, units);
    return (returned) => {
      this.held.remove(key, returned);
      this.admitWaiting();
    };
  }

  use(): GateUse {
    const { inside, waiting, refused } = this;
    return { inside: inside.used, insideMax: this.options.insideMax, waiting, refused };
  }

  private hasRoomFor(key: string): boolean {
    return this.inside.hasRoom(key, 1) && this.held.hasRoom(key, 1);
  }

  private waitAs(key: string, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.removeWaiter(key, admitted);
        reject(signal?.reason);
      };
      const admitted = (release: Release) => {
        signal?.removeEventListener("abort", giveUp);
        resolve(release);
      };
      const others = this.waiters.get(key);
      if (others) others.add(admitted);
      else this.waiters.set(key, new Set([admitted]));
      this.waiting += 1;
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  private removeWaiter(key: string, waiter: (release: Release) => void): void {
    const ofKey = this.waiters.get(key);
    ofKey?.delete(waiter);
    if (ofKey?.size === 0) this.waiters.delete(key);
    this.waiting -= 1;
  }

  /** One of each key in turn, as long as there is room for any. */
  private admitWaiting(): void {
    for (let key = this.nextKey(); key !== undefined; key = this.nextKey()) {
      const ofKey = this.waiters.get(key) ?? new Set();
      const [waiter] = ofKey;
      if (!waiter) return;
      // It has its turn: the other keys come first now.
      this.waiters.delete(key);
      this.waiters.set(key, ofKey);
      this.removeWaiter(key, waiter);
      waiter(this.admit(key));
    }
  }

  private nextKey(): string | undefined {
    for (const key of this.waiters.keys()) if (this.hasRoomFor(key)) return key;
    return undefined;
  }

  private admit(key: string): Release {
    this.inside.add(key, 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.inside.remove(key, 1);
      this.admitWaiting();
    };
  }
}

export const createFairGate = (options: FairGateOptions) => new FairGate(options);

/** Limits concurrent work without a queue: past the bound, it is refused at once. For work that does not wait. */
export interface Gate {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** For metrics. Nothing waits before it. */
  use(): GateUse;
}

export function createGate(insideMax: number, onOverload: () => Error): Gate {
  const gate = createFairGate({ insideMax, onOverload });
  async function admit<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await gate.enter("");
    try {
      return await work();
    } finally {
      leave();
    }
  }
  return Object.assign(admit, { use: () => gate.use() });
}
