import { spawn } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { memoryMibOf, treeOf } from "./cpu.ts";

const pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) process.kill(pid, "SIGKILL");
});

it("a process tree includes grandchildren, and each process uses memory", async () => {
  const child = spawn("sh", ["-c", "sleep 60 & wait"], { stdio: "ignore" });
  const root = child.pid as number;
  await vi.waitUntil(() => treeOf(root).length === 2, { timeout: 30_000 });
  const tree = treeOf(root);
  pids.push(...tree);
  expect(treeOf(process.pid)).toEqual(expect.arrayContaining(tree));
  for (const pid of tree) expect(memoryMibOf(pid, "peak")).toBeGreaterThan(0);
});
