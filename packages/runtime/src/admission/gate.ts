/** The bounds of a gate, for all keys together and for one key. */
export interface FairGateOptions {
  /** Work under way. */
  readonly insideMax: number;
  readonly insideOfKeyMax: number;
  /** Work that waits to be admitted. Past it `enter` refuses, so that overload costs an answer and not memory. */
  readonly waitingMax: number;
  readonly waitingOfKeyMax: number;
  /**
   * Units held by work that is done, unbounded by default. At the bound the gate admits no more work; the work under way
   * comes on top.
   */
  readonly heldMax?: number;
  readonly heldOfKeyMax?: number;
  /** The error with which `enter` refuses. */
  readonly onOverload: () => Error;
}

/** Limits concurrent work, and admits waiting work by key (such as a caller) in rotation. */
export interface FairGate {
  /**
   * Resolves once the work may begin, with the function to call when it is done.
   * @throws `onOverload()` if too much waits; the signal's reason if it fires first.
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
  /** Counts units (bytes, for instance) against a key until the returned function has given all of them back. */
  hold(key: string, units: number): (units: number) => void;
  use(): GateUse;
}

/** How much a gate is used now, and how much work it has refused since its start. */
export interface GateUse {
  readonly inside: number;
  /** The most that may be inside. */
  readonly insideMax: number;
  readonly waiting: number;
  readonly refused: number;
}

export function createFairGate(options: FairGateOptions): FairGate {
  return new RoundRobinGate(options);
}

type Release = () => void;

interface Share {
  readonly key: string;
  inside: number;
  held: number;
  /** In order of arrival. */
  readonly waiters: Set<(release: Release) => void>;
}

class RoundRobinGate implements FairGate {
  private readonly options: FairGateOptions;
  /** The keys that have anything here, the next in turn first. */
  private readonly shares = new Map<string, Share>();
  private inside = 0;
  private waiting = 0;
  private held = 0;
  private refused = 0;

  constructor(options: FairGateOptions) {
    this.options = options;
  }

  async enter(key: string, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const { waitingMax, waitingOfKeyMax, onOverload } = this.options;
    const share = this.shareOf(key);
    if (share.waiters.size === 0 && this.hasRoomFor(share)) return this.admit(share);
    if (this.waiting >= waitingMax || share.waiters.size >= waitingOfKeyMax) {
      this.forgetIdle(share);
      this.refused += 1;
      throw onOverload();
    }
    return this.waitIn(share, signal);
  }

  hold(key: string, units: number): (units: number) => void {
    const share = this.shareOf(key);
    this.addHeld(share, units);
    return (returned) => {
      this.addHeld(share, -returned);
      this.admitWaiting();
    };
  }

  use(): GateUse {
    const { inside, waiting, refused } = this;
    return { inside, insideMax: this.options.insideMax, waiting, refused };
  }

  private addHeld(share: Share, units: number): void {
    share.held += units;
    this.held += units;
    this.forgetIdle(share);
  }

  private waitIn(share: Share, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.removeWaiter(share, admitted);
        this.forgetIdle(share);
        reject(signal.reason);
      };
      const admitted = (release: Release) => {
        signal.removeEventListener("abort", giveUp);
        resolve(release);
      };
      share.waiters.add(admitted);
      this.waiting += 1;
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  private removeWaiter(share: Share, waiter: (release: Release) => void): void {
    share.waiters.delete(waiter);
    this.waiting -= 1;
  }

  /** One of each key in turn, as long as there is room for any. */
  private admitWaiting(): void {
    for (let share = this.nextShare(); share; share = this.nextShare()) {
      const [waiter] = share.waiters;
      if (!waiter) return;
      this.removeWaiter(share, waiter);
      // It has had its turn: the other keys come first now.
      this.shares.delete(share.key);
      this.shares.set(share.key, share);
      waiter(this.admit(share));
    }
  }

  private nextShare(): Share | undefined {
    if (this.waiting === 0) return undefined;
    for (const share of this.shares.values()) if (share.waiters.size > 0 && this.hasRoomFor(share)) return share;
    return undefined;
  }

  private shareOf(key: string): Share {
    const share = this.shares.get(key) ?? { key, inside: 0, held: 0, waiters: new Set() };
    this.shares.set(key, share);
    return share;
  }

  private forgetIdle(share: Share): void {
    if (share.inside === 0 && share.held === 0 && share.waiters.size === 0) this.shares.delete(share.key);
  }

  private hasRoomFor({ inside, held }: Share): boolean {
    const { insideMax, insideOfKeyMax, heldMax = Infinity, heldOfKeyMax = Infinity } = this.options;
    return this.inside < insideMax && inside < insideOfKeyMax && this.held < heldMax && held < heldOfKeyMax;
  }

  private admit(share: Share): Release {
    share.inside += 1;
    this.inside += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      share.inside -= 1;
      this.inside -= 1;
      this.forgetIdle(share);
      this.admitWaiting();
    };
  }
}
