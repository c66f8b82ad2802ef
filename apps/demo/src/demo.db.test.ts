import { chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runNode } from "../../../test/src/command.ts";

const testWaitMsMax = 120_000;
const built = fileURLToPath(new URL("../dist/main.js", import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const startDemo = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runNode([built, ...args], { env: { DATA_DIR: dataDir, PORT: "0", ...env } });

/** Runs a demo to its end. */
async function runDemo(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const demo = startDemo(args, env);
  return { code: await demo.exited, output: demo.output() };
}

it("the demo's figures add up, again in a second run on the same data, and fit a terminal", {
  timeout: testWaitMsMax,
}, async () => {
  for (const run of [1, 2]) {
    const { code, output } = await runDemo(["--sales", "300", "--exit"]);
    expect(output).toContain(`(run ${run}, seed 1)`);
    expect(output).toMatch(/^Books: OK \([\d,]+ checks\)$/m);
    expect(code, output).toBe(0);
    const summary = output.slice(output.indexOf("\nSales\n")).split("\n");
    expect(summary.filter((line) => line.length > 80)).toEqual([]);
  }
});

it("a second demo says that the first one runs, and not that it stops anything", {
  timeout: testWaitMsMax,
}, async () => {
  const first = startDemo(["--sales", "100"]);
  await first.until(/API runs at/);
  const second = await runDemo(["--sales", "100"]);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(new RegExp(`Already running at http://\\S+ \\(process ${first.pid},`));
  expect(second.output).not.toMatch(/Stopp/);
  first.kill("SIGTERM");
  expect([await first.exited, first.output()]).toEqual([0, expect.stringContaining("Stopped.")]);
});

it("a wrong setting is refused before anything starts", async () => {
  const { code, output } = await runDemo(["--exit"], { STOP_GRACE_MS: "6001", DATABASE_PASSWORD: "secret" });
  expect(code).toBe(1);
  expect(output).toMatch(/^Configuration: .*DATABASE_PASSWORD.*STOP_GRACE_MS.*\n$/);
  expect(await readdir(dataDir)).toEqual([]);
});
