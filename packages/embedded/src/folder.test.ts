import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { makeFolder } from "./folder.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./testing/folder.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-make-test-");
  return folder.remove;
});

it("missing folders are made, and existing ones are kept", async () => {
  const path = join(folder.path, "a", "b", "c");
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

it("several callers may make the same folders at once", async () => {
  for (let round = 0; round < 50; round += 1) {
    const path = join(folder.path, String(round), "a", "b");
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect((await stat(path)).isDirectory()).toBe(true);
  }
});

it("where the system makes no folder, the call ends with its error", async () => {
  const file = join(folder.path, "file");
  await writeFile(file, "");
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(file, "x"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

it.runIf(process.platform === "linux")("a folder below /proc is refused, not waited for", async () => {
  await expect(makeFolder("/proc/x/y")).rejects.toMatchObject({ code: "ENOENT" });
});
