import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

const readyWaitMsDefault = 60_000;

/**
 * Flags of Node for an API or a worker. A record lives for one batch. If the young generation has room for several
 * batches, V8 never copies the record, which saves a quarter of an API's CPU (docs/performance.md). Node reads it at
 * its start alone, so package.json and the Dockerfile name it too.
 */
export const serviceNodeArgs: readonly string[] = ["--max-semi-space-size=32"];

/**
 * glibc gives each of Node's dozen threads a separate area to allocate from. With two areas for all of them a worker
 * holds 10 to 20 % less memory (docs/performance.md). The second setting returns bodies and answers of 128 KB and more to
 * the system when they are freed; by default glibc raises that limit with the first large one. A process reads both only
 * at its start, like the flags.
 */
export const serviceEnv: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

export interface StartProcessOptions {
  /** Names the process in messages, such as `api`. */
  readonly name: string;
  /** The absolute path of the script that Node runs. */
  readonly script: string;
  /** Flags of Node itself, such as `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
  readonly args?: readonly string[];
  /** The whole environment of the child; nothing is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called once, when the child has ended for whatever reason; 128 + n after signal n. */
  readonly onExit?: (code: number) => void;
  /** Takes each line that the child writes; without it the child writes to our own streams. */
  readonly log?: (line: string) => void;
  /** How long the child may take to report itself ready, in milliseconds (default 60,000). */
  readonly readyWaitMsMax?: number;
}

/** Where a process listens, as it reports. */
interface ReadyPlaces {
  readonly url?: string;
  readonly metricsUrl?: string;
}

export interface StartedProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles by the child's `{ type: "ready", url?, metricsUrl? }`; rejects when it ends or the bound passes first. */
  readonly ready: Promise<ReadyPlaces>;
  /** The exit code; 128 + n after signal n, 127 when it could not be started. `log` has got the last line by then. */
  readonly exited: Promise<number>;
  /** SIGTERM, and SIGKILL if the child still runs after `deadlineMs`. Resolves with the exit code. */
  stop(deadlineMs: number): Promise<number>;
}

/**
 * Starts a Node child with an IPC channel: over it the child reports that it is ready, and notices the end of this
 * process (`disconnect`), even by SIGKILL. It stays in our process group, so a Ctrl-C reaches it.
 */
export function startProcess(options: StartProcessOptions): StartedProcess {
  const output = options.log ? "pipe" : "inherit";
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), options.script, ...(options.args ?? [])], {
    env: { ...options.env },
    stdio: ["ignore", output, output, "ipc"],
  });
  if (options.log) {
    forwardLines(child.stdout, options.log);
    forwardLines(child.stderr, options.log);
  }
  const exited = awaitExit(child);
  const ready = awaitReady(child, exited, options);
  // A caller that only stops the process need not look at `ready`.
  ready.catch(() => undefined);
  void exited.then((code) => options.onExit?.(code));
  return {
    name: options.name,
    pid: child.pid,
    ready,
    exited,
    stop: (deadlineMs) => stopChild(child, exited, deadlineMs),
  };
}

/** Starts an API or a worker as it runs everywhere; flags and environment that are given come on top. */
export function startServiceProcess(options: StartProcessOptions): StartedProcess {
  return startProcess({
    ...options,
    nodeArgs: [...serviceNodeArgs, ...(options.nodeArgs ?? [])],
    env: { ...serviceEnv, ...options.env },
  });
}

function forwardLines(stream: Readable | null, log: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on("line", log);
}

function awaitExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", () => {
      if (child.pid === undefined) resolve(127);
    });
    // Not its exit, after which lines may still arrive.
    child.once("close", (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

async function awaitReady(
  child: ChildProcess,
  exited: Promise<number>,
  { name, readyWaitMsMax = readyWaitMsDefault }: StartProcessOptions,
): Promise<ReadyPlaces> {
  const settled = new AbortController();
  const { signal } = settled;
  const ready = new Promise<ReadyPlaces>((resolve) => {
    child.on("message", ({ type, ...places }: ReadyPlaces & { type?: string }) => {
      if (type === "ready") resolve(places);
    });
  });
  const failure = Promise.race([
    exited.then((code) => `ended with code ${code} before it was ready`),
    delay(readyWaitMsMax, `was not ready after ${readyWaitMsMax} ms`, { signal }),
  ]).then((what) => {
    throw new Error(`${name} ${what}.`);
  });
  return Promise.race([ready, failure]).finally(() => settled.abort());
}

async function stopChild(child: ChildProcess, exited: Promise<number>, deadlineMs: number): Promise<number> {
  child.kill("SIGTERM");
  const timer = new AbortController();
  const late = delay(deadlineMs, "late" as const, { signal: timer.signal }).catch(() => 0);
  if ((await Promise.race([exited, late])) === "late") child.kill("SIGKILL");
  timer.abort();
  return exited;
}
