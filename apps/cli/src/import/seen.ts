import { createHash } from "node:crypto";

const slotsMin = 1 << 16;

/**
 * Remembers texts by 64 bits of a hash, of which 0 means none: ten million take 128 MiB. That two of them are taken for
 * one has a chance of 1 to 370,000.
 */
export class Seen {
  private slots = new BigUint64Array(slotsMin);
  private count = 0;

  /** @returns whether it is new. */
  add(text: string): boolean {
    if (this.count * 4 > this.slots.length * 3) this.grow();
    const isNew = put(this.slots, createHash("sha1").update(text).digest().readBigUInt64LE() || 1n);
    if (isNew) this.count += 1;
    return isNew;
  }

  private grow(): void {
    const slots = new BigUint64Array(this.slots.length * 2);
    for (const mark of this.slots) if (mark !== 0n) put(slots, mark);
    this.slots = slots;
  }
}

function put(slots: BigUint64Array, mark: bigint): boolean {
  let slot = Number(mark & 0xffff_ffffn) & (slots.length - 1);
  while (slots[slot] !== 0n) {
    if (slots[slot] === mark) return false;
    slot = (slot + 1) & (slots.length - 1);
  }
  slots[slot] = mark;
  return true;
}
