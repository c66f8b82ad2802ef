import type { BatchEntry } from "./batch.settle.ts";

interface Weighed<Item, Result> extends BatchEntry<Item, Result> {
  /** In rows. */
  readonly weight: number;
}

/** The entries that wait for a batch, in FIFO order. */
export class WaitingEntries<Item, Result> {
  private entries: Weighed<Item, Result>[] = [];
  /** Of all entries. */
  rows = 0;

  isEmpty(): boolean {
    return this.entries.length === 0;
  }

  add(entry: Weighed<Item, Result>): void {
    this.entries.push(entry);
    this.rows += entry.weight;
  }

  /** Takes the first entries, with `rowsMax` rows at most; one that is heavier goes alone. */
  take(rowsMax: number): { readonly rows: number; readonly entries: readonly BatchEntry<Item, Result>[] } {
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
}
