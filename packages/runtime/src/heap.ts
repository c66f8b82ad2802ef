import { setFlagsFromString } from "node:v8";

const growthPercent = 100;

/**
 * Takes two choices from V8 that suit neither process (docs/performance.md).
 *
 * The old generation grows to twice what the last full collection left. V8 would follow the rate of promotion: an API
 * in overload grew to four times what was alive, and a worker collected after every tenth, once a second, on the cores
 * that the API needs.
 *
 * All objects start in the young generation. V8 would allocate in the old one what survived at its first collections.
 * These are small ones after an idle start, so the objects of a single request survived too, and the process then
 * collected the old generation once a second for as long as it ran.
 */
export function fixHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString("--no-allocation-site-pretenuring");
}
