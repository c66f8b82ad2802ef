import { spawn } from "node:child_process";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const testWaitMsMax = 120_000;
const built = fileURLToPath(new URL("../dist/main.js", import.meta.url));

async function runDemo(dataDir: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [built, "--sales", "300", "--exit"], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

it("the demo's figures add up, again in a second run on the same data, and fit a terminal", {
  timeout: testWaitMsMax,
}, async () => {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
  try {
    for (const run of [1, 2]) {
      const { code, output } = await runDemo(dataDir);
      expect(output).toContain(`(run ${run}, seed 1)`);
      expect(output).toMatch(/^Books: OK \([\d,]+ checks\)$/m);
      expect(code, output).toBe(0);
      const summary = output.slice(output.indexOf("\nSales\n")).split("\n");
      expect(summary.filter((line) => line.length > 80)).toEqual([]);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
