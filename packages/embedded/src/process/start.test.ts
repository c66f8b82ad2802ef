import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { type StartedProcess, startProcess } from "./start.ts";

const stopWaitMsMax = 60_000;
const stubbornWaitMsMax = 50;

let folder: TemporaryFolder;
let lines: string[];
let exits: number[];

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-process-test-");
  lines = [];
  exits = [];
});

afterEach(() => folder.remove());

async function run(code: string, readyWaitMsMax = stopWaitMsMax): Promise<StartedProcess> {
  const script = join(folder.path, "child.mjs");
  await writeFile(script, code);
  return startProcess({
    name: "child",
    script,
    args: ["one"],
    env: { GREETING: "hello" },
    readyWaitMsMax,
    onExit: (exitCode) => exits.push(exitCode),
    log: (line) => lines.push(line),
  });
}

it("a child reports that it is ready, and ends by SIGTERM", async () => {
  const child = await run(`
    console.log(process.env.GREETING, process.argv[2]);
    process.on("SIGTERM", () => process.exit(3));
    setInterval(() => {}, 1000);
    process.send({ type: "other" });
    process.send({ type: "ready", url: "http://127.0.0.1:1" });
  `);
  expect(await child.ready).toEqual({ url: "http://127.0.0.1:1" });
  expect(await child.stop(stopWaitMsMax)).toBe(3);
  expect(lines).toEqual(["hello one"]);
  expect(exits).toEqual([3]);
});

it("a child that ends before it is ready says so, with its code", async () => {
  const child = await run("process.exit(7)");
  await expect(child.ready).rejects.toThrow("child ended with code 7 before it was ready.");
  expect(await child.stop(stopWaitMsMax)).toBe(7);
});

it("a child that takes too long is not ready", async () => {
  const child = await run("setInterval(() => {}, 1000)", stubbornWaitMsMax);
  await expect(child.ready).rejects.toThrow("child was not ready after 50 ms.");
  expect(await child.stop(stopWaitMsMax)).toBe(128 + 15);
});

it("a child that ignores SIGTERM is killed after the deadline", async () => {
  const child = await run(`
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
    process.send({ type: "ready" });
  `);
  expect(await child.ready).toEqual({});
  expect(await child.stop(stubbornWaitMsMax)).toBe(128 + 9);
});
