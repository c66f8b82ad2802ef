/** Bytes of request bodies that the process holds, in total and per network. */
export interface ByteBudget {
  add(network: string, bytes: number): void;
  remove(network: string, bytes: number): void;
  /** Whether this network, or all networks together, hold more than their limit. */
  isOver(network: string): boolean;
}

export interface ByteBudgetOptions {
  readonly bytesMax: number;
  readonly networkBytesMax: number;
}

export function createByteBudget({ bytesMax, networkBytesMax }: ByteBudgetOptions): ByteBudget {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function move(network: string, bytes: number): void {
    heldByAll += bytes;
    const left = (held.get(network) ?? 0) + bytes;
    if (left === 0) held.delete(network);
    else held.set(network, left);
  }

  return {
    add: move,
    remove: (network, bytes) => move(network, -bytes),
    isOver: (network) => heldByAll > bytesMax || (held.get(network) ?? 0) > networkBytesMax,
  };
}
