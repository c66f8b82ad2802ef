import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const worldReadable = 0o755;

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A new folder that other users can enter, since as root Postgres runs as one of them. */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), prefix));
  await chmod(path, worldReadable);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
