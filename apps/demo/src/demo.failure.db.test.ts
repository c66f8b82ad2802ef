import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const timeout = 400_000;
const waiting = { timeout: 180_000, interval: 20 };
const built = fileURLToPath(new URL("../dist/main.js", import.meta.url));
let dataDir: string;
let child: ChildProcess;
let output: string;
let exited: Promise<number | null>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-failure-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  child.kill("SIGTERM");
  await exited;
  await rm(dataDir, { recursive: true, force: true });
});

function start(...args: string[]): void {
  child = spawn(process.execPath, [built, "--exit", ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  output = "";
  const collect = (text: Buffer) => {
    output += text;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  exited = new Promise((resolve) => child.once("close", resolve));
}

async function signalPostgres(name: NodeJS.Signals): Promise<void> {
  process.kill(Number.parseInt(await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10), name);
}

const said = (pattern: RegExp) => vi.waitFor(() => expect(output).toMatch(pattern), waiting);

it("a Postgres that is killed while the day is sold is started again, and the books still add up", {
  timeout,
}, async () => {
  start("--sales", "2000", "--within", "300");
  await said(/Selling +\d/);
  await signalPostgres("SIGKILL");
  expect(await exited, output).toBe(0);
  expect(output).toContain("Postgres is up again");
  expect(output).toMatch(/^Books: OK/m);
});

it("a Postgres that keeps ending ends the demo with 1, the cause and the log's name", { timeout }, async () => {
  start("--sales", "50000");
  await said(/A day of/);
  for (const times of [1, 2, 3]) {
    await signalPostgres("SIGKILL");
    await vi.waitFor(() => expect(output.split("Postgres is up again")).toHaveLength(times + 1), waiting);
  }
  await signalPostgres("SIGKILL");
  expect(await exited, output).toBe(1);
  expect(output).toMatch(/Postgres ended 4 times .*not started again/);
  expect(output).toMatch(/The end of \S+postgres\.log:/);
  expect(output).toMatch(/The whole log: \S+service\.log/);
  expect(output.slice(output.indexOf("Stopping ..."))).not.toContain("again");
});

it("a demo whose sales are not posted ends at its deadline with 1, and says what it was at", { timeout }, async () => {
  start("--sales", "20000", "--within", "45");
  await said(/A day of/);
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(child.pid)], { encoding: "utf8" });
  const workers = children.split("\n").filter((line) => line.includes("apps/worker"));
  expect(workers).toHaveLength(2);
  for (const line of workers) process.kill(Number.parseInt(line, 10), "SIGSTOP");
  expect(await exited, output).toBe(1);
  expect(output).toContain("The demo was not done after 45 s; it was at: ");
  expect(output).toMatch(/The service says: \S+/);
  expect(output).toMatch(/The whole log: \S+service\.log/);
});
