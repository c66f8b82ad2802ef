import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import type { ServerPlace } from "../process/hold.ts";
import { runCommand } from "../process/run.ts";
import type { PostgresBinaries } from "./binaries.ts";

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

const sharedBuffersShare = 0.25;
const sharedBuffersBytesMin = 128 * megabyte;
const sharedBuffersBytesMax = 2 * gigabyte;
/** Several test servers may run at once, on small data. */
const sharedBuffersBytesTest = 128 * megabyte;
const cacheShare = 0.5;

const walDiskShare = 0.2;
const walBytesMin = 256 * megabyte;
/** At 2 KB of WAL a sale the default of 1 GB lasts a minute at 10,000 sales a second. */
const walBytesMax = 8 * gigabyte;

/** Segments kept for the next peak: to write into an old one costs a commit less than to make a new one. */
const walKeptShare = 0.25;

const connectionsMax = 200;
/** Several test files with processes of their own share the server. */
const connectionsMaxTest = 500;

export interface Machine {
  readonly memoryBytes: number;
  readonly diskFreeBytes: number;
  readonly walCompression: "lz4" | "pglz";
}

export interface SettingsOptions {
  readonly port: number;
  /** The rules of who may connect. */
  readonly accessFile: string;
  /** False gives up safety against a crash of the machine, for tests alone. */
  readonly durable: boolean;
}

/** The server's settings, by name. */
export function chooseSettings(
  machine: Machine,
  { port, accessFile, durable }: SettingsOptions,
): Readonly<Record<string, string>> {
  const wal = clamp(machine.diskFreeBytes * walDiskShare, walBytesMin, walBytesMax);
  const shared = clamp(
    machine.memoryBytes * sharedBuffersShare,
    sharedBuffersBytesMin,
    durable ? sharedBuffersBytesMax : sharedBuffersBytesTest,
  );
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    hba_file: accessFile,
    // A socket's path is short by law of the system, and a folder for it needs rights.
    unix_socket_directories: "",
    max_connections: String(durable ? connectionsMax : connectionsMaxTest),
    shared_buffers: inMegabytes(shared),
    effective_cache_size: inMegabytes(Math.max(machine.memoryBytes * cacheShare, shared)),
    max_wal_size: inMegabytes(wal),
    min_wal_size: inMegabytes(wal * walKeptShare),
    checkpoint_timeout: "15min",
    // A commit that begins a segment of the WAL would first write 16 MiB of zeros: 40 ms, in which all commits wait.
    wal_init_zero: "off",
    // Reads by time also read what the index of times does not summarise yet, and autovacuum summarises it. Test servers
    // have hundreds of databases, and visit each.
    autovacuum_naptime: durable ? "15s" : "60s",
    wal_compression: machine.walCompression,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // Details and statements hold values of rows, and passwords of roles.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...durability(durable),
  };
}

function durability(durable: boolean): Record<string, string> {
  const setting = durable ? "on" : "off";
  return { fsync: setting, full_page_writes: setting, synchronous_commit: setting };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)}MB`;
}

/**
 * The memory and disk that this machine has for the server of an existing cluster, and the WAL compression that it
 * supports.
 */
export async function inspectMachine(binaries: PostgresBinaries, place: ServerPlace): Promise<Machine> {
  const [disk, walCompression] = await Promise.all([statfs(place.dataDir), findWalCompression(binaries, place)]);
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
  { dataDir, account }: ServerPlace,
): Promise<"lz4" | "pglz"> {
  const args = ["-D", dataDir, "-c", "wal_compression=lz4", "-C", "wal_compression"];
  const { code } = await runCommand(binaries.postgres, args, account);
  return code === 0 ? "lz4" : "pglz";
}
