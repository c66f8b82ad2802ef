import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type StartedProcess, startProcess } from "../process/start.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { superviseProcess } from "./supervise.ts";

const waitMsMax = 120_000;
let folder: TemporaryFolder;
let started: StartedProcess[];
let notices: string[];

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-supervise-test-");
  started = [];
  notices = [];
});

afterEach(() => folder.remove());

async function supervise(code: string, signal?: AbortSignal) {
  const script = join(folder.path, "child.mjs");
  await writeFile(script, code);
  const start = (): StartedProcess => {
    const child = startProcess({ name: "child", script, env: {} });
    started.push(child);
    return child;
  };
  return superviseProcess({ start, notify: (message) => notices.push(message), ...(signal && { signal }) });
}

const healthy = `setInterval(() => {}, 1000); process.send({ type: "ready", url: "http://127.0.0.1:1" });`;

it("a process that dies is started again, and said so; a stop is for good", async () => {
  const supervised = await supervise(healthy);
  expect(supervised.url).toBe("http://127.0.0.1:1");
  process.kill(started[0]?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(notices).toHaveLength(2), waitMsMax);
  expect(notices).toEqual(["child ended unexpectedly (code 137); it is started again in 0.5 s", "child is up again"]);
  await supervised.stop(waitMsMax);
  expect(started).toHaveLength(2);
  expect(await started[1]?.exited).toBe(128 + 15);
});

it("a process that does not start at all is not tried again", async () => {
  await expect(supervise("process.exit(3)")).rejects.toThrow("child ended with code 3 before it was ready.");
  expect(started).toHaveLength(1);
});

it("once everything is being stopped a process that ends is not started again, and nothing is said", async () => {
  const stop = new AbortController();
  const supervised = await supervise(healthy, stop.signal);
  stop.abort();
  process.kill(started[0]?.pid ?? 0, "SIGKILL");
  await started[0]?.exited;
  await supervised.stop(waitMsMax);
  expect(started).toHaveLength(1);
  expect(notices).toEqual([]);
});
