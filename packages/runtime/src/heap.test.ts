import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Keeps 60 MB alive, writes objects that outlive the young generation, and prints how large the old one became, MB. */
const program = (bound: string) => `
  import { getHeapSpaceStatistics } from "node:v8";
  import { fixHeapGrowth } from ${JSON.stringify(new URL("../dist/heap.js", import.meta.url).href)};
  ${bound}
  const live = Array.from({ length: 600_000 }, (_, index) => ({ index, text: "x" + index }));
  const ring = [];
  let most = 0;
  for (let index = 0; index < 6_000_000; index += 1) {
    ring[index % 400_000] = { index, list: [index] };
    if (index % 20_000 > 0) continue;
    const { space_used_size: used } = getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space");
    most = Math.max(most, used);
  }
  console.log(live.length > 0 && Math.round(most / 1_000_000));`;

async function oldSpaceOf(bound: string): Promise<number> {
  const args = ["--max-semi-space-size=32", "--input-type=module", "--eval", program(bound)];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

test("the old generation of a bounded heap grows to less than three quarters of what it grows to by default", async () => {
  const [bounded, unbounded] = await Promise.all([oldSpaceOf("fixHeapGrowth();"), oldSpaceOf("")]);
  expect(bounded).toBeLessThan(unbounded * 0.75);
});
