export interface RoomOptions {
  /** Most rows in the room, unless a single entry has more. */
  readonly rowsMax: number;
  /** The error with which the room refuses. */
  readonly onOverload: () => Error;
}

interface Taken<Entry> {
  readonly rows: number;
  readonly entries: readonly Entry[];
  readonly plain: number;
}

/**
 * The rows that wait for a batch, in FIFO order, and the callers that wait for room before they bring any. For work that
 * is done in batches: how much leaves at once is decided by who takes it. Bulk entries wait apart: they leave after all
 * others, and the bound is not theirs, because whoever adds them bounds them.
 */
export class Room<Entry extends { readonly weight: number }> {
  private readonly options: RoomOptions;
  private entries: Entry[] = [];
  private bulk: Entry[] = [];
  private readonly callers = new Set<() => void>();
  /** Without those of bulk entries. */
  rows = 0;
  bulkRows = 0;
  refused = 0;

  constructor(options: RoomOptions) {
    this.options = options;
  }

  isEmpty(): boolean {
    return this.entries.length === 0 && this.bulk.length === 0;
  }

  /** The callers that wait for room. */
  waiting(): number {
    return this.callers.size;
  }

  /** When it is empty any entry is taken, else one heavier than the bound could never be done. */
  fits(weight: number): boolean {
    return this.rows === 0 || weight <= this.rowsFree();
  }

  add(entry: Entry, isBulk: boolean): void {
    (isBulk ? this.bulk : this.entries).push(entry);
    if (isBulk) this.bulkRows += entry.weight;
    else this.rows += entry.weight;
  }

  /**
   * Takes the first entries, with `rowsMax` rows at most, and fills up with bulk entries to `bulkRowsMax`. The first of
   * either may be heavier.
   * @returns `rows` of all entries; the first `plain` of them are no bulk entries.
   */
  take(rowsMax: number, bulkRowsMax: number): Taken<Entry> {
    const { taken, left, rows } = takeFirst(this.entries, rowsMax, 0);
    this.entries = left;
    this.rows -= rows;
    const plain = taken.length;
    if (this.bulk.length === 0 || rows >= bulkRowsMax) return { rows, entries: taken, plain };
    const filling = takeFirst(this.bulk, bulkRowsMax - rows, rows > 0 ? bulkRowsMax : 0);
    this.bulk = filling.left;
    this.bulkRows -= filling.rows;
    return { rows: rows + filling.rows, entries: [...taken, ...filling.taken], plain };
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

/** The first entries, with `rowsMax` rows at most. The first one is taken too if it has more than `aloneMin` rows. */
function takeFirst<Entry extends { readonly weight: number }>(entries: Entry[], rowsMax: number, aloneMin: number) {
  let rows = 0;
  let count = 0;
  for (const { weight } of entries) {
    const isAlone = count === 0 && weight > aloneMin;
    if (!isAlone && rows + weight > rowsMax) break;
    rows += weight;
    count++;
  }
  if (count === entries.length) return { rows, taken: entries, left: [] };
  const taken = entries.splice(0, count);
  return { rows, taken, left: entries };
}
