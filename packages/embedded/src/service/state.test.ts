import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { readRunningService, removeState, writeState } from "./state.ts";

const url = "http://127.0.0.1:1";
let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-state-test-");
});

afterEach(() => folder.remove());

it("a running service is found until it says that it ended", async () => {
  const state = { url, consoleUrl: url, metricsUrls: [`${url}/metrics`], databaseUrl: null, queueUrl: null };
  await writeState(folder.path, state);
  expect(await readRunningService(folder.path)).toEqual({ pid: process.pid, ...state });
  await removeState(folder.path);
  expect(await readRunningService(folder.path)).toBeUndefined();
});

it("the state of a service that was killed does not count, nor does its number given to another", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const leave = (state: object) => writeFile(join(folder.path, "service.json"), JSON.stringify(state));
  await leave({ pid, startedAt: "1", url, databaseUrl: null, queueUrl: null });
  expect(await readRunningService(folder.path)).toBeUndefined();
  await leave({ pid: process.pid, startedAt: "1", url, databaseUrl: null, queueUrl: null });
  expect(await readRunningService(folder.path)).toBeUndefined();
});

it("a file that holds no state is ignored", async () => {
  await writeFile(join(folder.path, "service.json"), "{");
  expect(await readRunningService(folder.path)).toBeUndefined();
});
