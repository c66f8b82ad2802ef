import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const testWaitMsMax = 120_000;
const built = fileURLToPath(new URL("../dist/main.js", import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

interface Demo {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

function startDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}): Demo {
  const child = spawn(process.execPath, [built, ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, ended: ended.then((code) => ({ code, output })) };
}

it("the demo's figures add up, again in a second run on the same data, and fit a terminal", {
  timeout: testWaitMsMax,
}, async () => {
  for (const run of [1, 2]) {
    const { code, output } = await startDemo(["--sales", "300", "--exit"]).ended;
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
  const isUp = () => expect(first.output()).toMatch(/API runs at/);
  await vi.waitFor(isUp, { timeout: testWaitMsMax, interval: 20 });
  const second = await startDemo(["--sales", "100"]).ended;
  expect(second.code).toBe(1);
  expect(second.output).toMatch(new RegExp(`Already running at http://\\S+ \\(process ${first.child.pid},`));
  expect(second.output).not.toMatch(/Stopp/);
  first.child.kill("SIGTERM");
  expect(await first.ended).toMatchObject({ code: 0, output: expect.stringContaining("Stopped.") });
});

it("a wrong setting is refused before anything starts", async () => {
  const { code, output } = await startDemo(["--exit"], { STOP_GRACE_MS: "6001", DATABASE_PASSWORD: "secret" }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^Configuration: .*DATABASE_PASSWORD.*STOP_GRACE_MS.*\n$/);
  expect(await readdir(dataDir)).toEqual([]);
});
