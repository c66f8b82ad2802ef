import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { runCommand } from "../process/run.ts";
import type { PostgresBinaries } from "./binaries.ts";
import type { PostgresPlace } from "./place.ts";
import type { Machine } from "./settings.ts";

/**
 * The memory and disk that this machine has for the server of an existing cluster, and the WAL compression that it
 * supports.
 */
export async function inspectMachine(binaries: PostgresBinaries, place: PostgresPlace): Promise<Machine> {
  const [disk, walCompression] = await Promise.all([statfs(place.clusterDir), findWalCompression(binaries, place)]);
  return {
    memoryBytes: findMemoryBytes(),
    diskFreeBytes: disk.bavail * disk.bsize,
    walCompression,
  };
}

/** The container's bound, if there is one: `totalmem` returns the memory of the host. */
function findMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Not every build has lz4; the server refuses to start on a value that it does not know. */
async function findWalCompression(
  binaries: PostgresBinaries,
  { clusterDir, account }: PostgresPlace,
): Promise<"lz4" | "pglz"> {
  const args = ["-D", clusterDir, "-c", "wal_compression=lz4", "-C", "wal_compression"];
  const { code } = await runCommand(binaries.postgres, args, account);
  return code === 0 ? "lz4" : "pglz";
}
