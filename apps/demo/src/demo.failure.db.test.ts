import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { runNode } from "../../../test/src/command.ts";

const waiting = { timeout: 180_000, interval: 20 };
const built = fileURLToPath(new URL("../bundle/main.js", import.meta.url));
const timeout = 400_000;

async function start(onFinished: (end: () => Promise<void>) => void, ...args: string[]) {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "rewards-demo-failure-test-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o755);
  const demo = runNode([built, "--exit", ...args], { env: { DATA_DIR: dataDir, PORT: "0" } });
  onFinished(async () => {
    demo.kill("SIGTERM");
    await demo.exited;
    await rm(dataDir, { recursive: true, force: true });
  });
  const killPostgres = async () => {
    const [pid = ""] = (await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
  };
  return { demo, killPostgres };
}

let late: Awaited<ReturnType<typeof start>>;
let lateWithin: number;
const ends: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(ends.map((end) => end()))));

/** Where the machine is so slow that the first deadline passes before the day begins, a longer one follows. */
async function startLate(): Promise<void> {
  for (lateWithin of [45, 180]) {
    late = await start((end) => void ends.push(end), "--sales", "2000", "--within", String(lateWithin));
    const hasBegun = await late.demo.until(/A day of/).catch(() => false);
    if (hasBegun !== false) return;
  }
  throw new Error(late.demo.output());
}

/** The demo of the last test waits for its deadline while the other tests run. */
beforeAll(async () => {
  await startLate();
  const { demo } = late;
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(demo.pid)], { encoding: "utf8" });
  const workers = children.split("\n").filter((line) => line.includes("apps/worker"));
  expect(workers).toHaveLength(2);
  for (const line of workers) process.kill(Number.parseInt(line, 10), "SIGSTOP");
}, timeout);

it("a Postgres that is killed while the day is sold is started again, and the books still add up", {
  timeout,
}, async () => {
  const { demo, killPostgres } = await start(onTestFinished, "--sales", "2000", "--within", "300");
  await demo.until(/Selling +\d/);
  await killPostgres();
  expect(await demo.exited, demo.output()).toBe(0);
  expect(demo.output()).toContain("Postgres is up again");
  expect(demo.output()).toMatch(/^Books: OK/m);
});

it("a Postgres that keeps ending ends the demo with 1, the cause and the log's name", { timeout }, async () => {
  const { demo, killPostgres } = await start(onTestFinished, "--sales", "50000");
  await demo.until(/A day of/);
  for (const times of [1, 2, 3]) {
    await killPostgres();
    await vi.waitFor(() => expect(demo.output().split("Postgres is up again")).toHaveLength(times + 1), waiting);
  }
  await killPostgres();
  expect(await demo.exited, demo.output()).toBe(1);
  expect(demo.output()).toMatch(/Postgres ended 4 times .*not started again/);
  expect(demo.output()).toMatch(/The end of \S+postgres\.log:/);
  expect(demo.output()).toMatch(/The whole log: \S+service\.log/);
  expect(demo.output().slice(demo.output().indexOf("Stopping ..."))).not.toContain("again");
});

it("a demo whose sales are not posted ends at its deadline with 1, and says what it was at", { timeout }, async () => {
  const { demo } = late;
  expect(await demo.exited, demo.output()).toBe(1);
  expect(demo.output()).toContain(`The demo was not done after ${lateWithin} s; it was at: `);
  expect(demo.output()).toMatch(/The service says: \S+/);
  expect(demo.output()).toMatch(/The whole log: \S+service\.log/);
});
