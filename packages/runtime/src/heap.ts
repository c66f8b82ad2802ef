import { setFlagsFromString } from "node:v8";

const growthPercentMax = 100;

/**
 * Lets the old generation grow to twice what the last full collection left; by default V8 waits for four times as much.
 * In overload, requests live long enough to be promoted, and the API held 200 MB of dead ones (docs/performance.md).
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercentMax}`);
}
