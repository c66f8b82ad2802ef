import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FolderInUseError, findOwnerState, ownFolder } from "./owner.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./testing/folder.ts";

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-owner-test-");
});

afterEach(() => folder.remove());

async function leaveClaim(name: string): Promise<void> {
  await mkdir(join(folder.path, "owners"), { recursive: true });
  await writeFile(join(folder.path, "owners", name), "");
}

it("of many that claim a folder at once exactly one gets it", async () => {
  const claims = Array.from({ length: 8 }, () => ownFolder(folder.path));
  const results = await Promise.allSettled(claims);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(await readdir(join(folder.path, "owners"))).toHaveLength(1);
});

it("a released folder can be owned again", async () => {
  const first = await ownFolder(folder.path);
  await expect(ownFolder(folder.path)).rejects.toThrow(FolderInUseError);
  expect(await findOwnerState(folder.path)).toBe("used");
  await first.release();
  expect(await findOwnerState(folder.path)).toBe("free");
  await ownFolder(folder.path);
});

it("the claim of a process that ended is void", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await leaveClaim(`${pid}-123-abc`);
  expect(await findOwnerState(folder.path)).toBe("abandoned");
  await ownFolder(folder.path);
});

it("a claim is void when its number belongs to a later process", async () => {
  await leaveClaim(`${process.ppid}-1-abc`);
  await ownFolder(folder.path);
});
