/**
 * A position in the log of Postgres (WAL), in bytes from its beginning. A server that has replayed the position shows
 * every commit before it.
 */
export type Position = bigint;

/** Says that a write's position is not known. It is ahead of every server, so the primary answers reads that ask for it. */
export const unknownPosition: Position = 0xffff_ffff_ffff_ffffn;

const text = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;
const lowBits = 32n;

/** Reads a position as Postgres writes it, such as `16/B374D848`; undefined for any other text. */
export function parsePosition(given: string): Position | undefined {
  const [, high, low] = text.exec(given) ?? [];
  return high === undefined ? undefined : (BigInt(`0x${high}`) << lowBits) | BigInt(`0x${low}`);
}

export function formatPosition(position: Position): string {
  const low = position & ((1n << lowBits) - 1n);
  return `${hex(position >> lowBits)}/${hex(low)}`;
}

const hex = (half: bigint) => half.toString(16).toUpperCase();
