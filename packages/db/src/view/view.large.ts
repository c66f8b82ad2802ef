import { LRUCache } from "lru-cache";

type Asked = Readonly<Record<string, unknown>>;

/** Calls whose records did not fit into a batch. */
export interface LargeCalls {
  has(asked: Asked): boolean;
  add(asked: Asked): void;
}

const callsMax = 1_000;
/** Later, a call may ask for less. */
const keptMs = 60_000;

/** @param keys the parameters by which a call finds its records: calls that are equal in these are equally large. */
export function rememberLarge(keys: readonly string[]): LargeCalls {
  const known = new LRUCache<string, true>({ max: callsMax, ttl: keptMs });
  const textOf = (asked: Asked) => keys.map((key) => String(asked[key])).join("\0");
  return {
    has: (asked) => known.size > 0 && known.has(textOf(asked)),
    add: (asked) => void known.set(textOf(asked), true),
  };
}
