export interface RoomOptions {
  /** Most rows in the room, unless a single entry has more. */
  readonly rowsMax: number;
  /** The error with which the room refuses. */
  readonly onOverload: () => Error;
}

/**
 * The rows that wait for a batch, in FIFO order, and the callers that wait for room before they bring any. For work that
 * is done in batches: how much leaves at once is decided by who takes it.
 */
export class Room<Entry extends { readonly weight: number }> {
  private readonly options: RoomOptions;
  private entries: Entry[] = [];
  private readonly callers = new Set<() => void>();
  rows = 0;
  refused = 0;

  constructor(options: RoomOptions) {
    this.options = options;
  }

  isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** The callers that wait for room. */
  waiting(): number {
    return this.callers.size;
  }

  /** When it is empty any entry is taken, else one heavier than the bound could never be done. */
  fits(weight: number): boolean {
    return this.rows === 0 || weight <= this.rowsFree();
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    this.rows += entry.weight;
  }

  /** Takes the first entries, with `rowsMax` rows at most; one that is heavier goes alone. */
  take(rowsMax: number): { readonly rows: number; readonly entries: readonly Entry[] } {
    let rows = 0;
    let count = 0;
    for (const entry of this.entries) {
      if (count > 0 && rows + entry.weight > rowsMax) break;
      rows += entry.weight;
      count++;
    }
    this.rows -= rows;
    if (count < this.entries.length) return { rows, entries: this.entries.splice(0, count) };
    const { entries } = this;
    this.entries = [];
    return { rows, entries };
  }

  /** Whether there is room, and no caller waits for it. */
  isOpen(): boolean {
    return this.rowsFree() > 0 && this.callers.size === 0;
  }

  /** Resolves once admitted. After `waitMsMax` it resolves if there is room, and otherwise rejects. */
  wait(waitMsMax: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.callers.delete(admit);
        // Callers admitted earlier may have used no room, so that nothing happened that would have admitted this one.
        if (this.rowsFree() > 0) resolve();
        else reject(this.refuse());
      }, waitMsMax);
      this.callers.add(admit);
    });
  }

  /** Admits as many callers as there are rows free: an item is seldom heavier than one. */
  admit(): void {
    let left = this.rowsFree();
    for (const admit of this.callers) {
      if (left-- <= 0) return;
      this.callers.delete(admit);
      admit();
    }
  }

  refuse(): Error {
    this.refused += 1;
    return this.options.onOverload();
  }

  private rowsFree(): number {
    return this.options.rowsMax - this.rows;
  }
}
