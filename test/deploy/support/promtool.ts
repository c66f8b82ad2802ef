import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

interface QueryCase {
  /** The value of each series. */
  readonly series: Readonly<Record<string, string>>;
  /** What the query gives; undefined for nothing. */
  readonly value: number | undefined;
}

/** Rejects with what promtool prints if the query, which gives one value without labels, gives another. */
export async function testQuery(expr: string, cases: readonly QueryCase[]): Promise<void> {
  const tests = cases.map(({ series, value }) => ({
    interval: "15s",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr, eval_time: "0s", exp_samples: value === undefined ? [] : [{ labels: "{}", value }] }],
  }));
  const folder = await mkdtemp(join(tmpdir(), "rewards-query-"));
  const file = join(folder, "query.test.json");
  try {
    await writeFile(file, JSON.stringify({ tests }));
    await promisify(execFile)("promtool", ["test", "rules", file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
