import { setFlagsFromString } from "node:v8";

const growthPercent = 100;

/**
 * Lets the old generation grow to twice what the last full collection left. V8's own choice follows the rate of
 * promotion and suits neither process (docs/performance.md): an API in overload grew to four times what was alive, and a
 * worker collected after every tenth, once a second, on the cores that the API needs.
 */
export function fixHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
