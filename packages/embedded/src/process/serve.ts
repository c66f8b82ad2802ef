import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, statSync } from "node:fs";
import { type FileHandle, open, readFile, rename } from "node:fs/promises";
import { ownerOnlyFile } from "../folder.ts";
import { identifyProcess } from "./claim.js";
import { type Account, serverEnv, waitUntil, writeInput } from "./run.ts";

const logBytesMax = 10_000_000;
const logTailLines = 12;

/** A server program started by `serve`. */
export interface Server {
  readonly pid: number;
  /** True once the program has ended. */
  readonly ended: () => boolean;
}

export interface ServeOptions {
  readonly binary: string;
  readonly args: readonly string[];
  readonly account?: Account | undefined;
  /** What the server reads from its standard input: secrets, which its command line would show to everybody. */
  readonly input?: string;
  /** Both output streams are appended here; a log over 10 MB is first moved to `<logFile>.1`. */
  readonly logFile: string;
}

/**
 * Starts a server in a new session, so that a Ctrl-C or a signal to the group does not reach it. The processes that use
 * the server end first; then its owner stops it.
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const log = await openLog(options.logFile);
  try {
    const child = spawn(options.binary, options.args, {
      ...options.account,
      cwd: "/",
      detached: true,
      env: serverEnv,
      stdio: ["pipe", log.fd, log.fd],
    });
    if (child.stdin) writeInput(child.stdin, options.input ?? "");
    await once(child, "spawn");
    child.unref();
    // An emitted "spawn" means that the process exists, hence has a number.
    return { pid: child.pid as number, ended: () => child.exitCode !== null || child.signalCode !== null };
  } finally {
    await log.close();
  }
}

async function openLog(logFile: string): Promise<FileHandle> {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) await rename(logFile, `${logFile}.1`);
  // The server's account may write in the folder: as root, a link that it left must not be followed.
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
  const log = await open(logFile, flags, ownerOnlyFile);
  // The mode given to open is for new files alone: other users may read an existing one.
  await log.chmod(ownerOnlyFile);
  return log;
}

/** Whether the server becomes ready in time; false if it ended first. If it does neither, it is ended. */
export async function awaitReady(
  server: Server,
  isReady: () => Promise<boolean>,
  waitMsMax: number,
  stopSteps: readonly StopStep[],
): Promise<boolean> {
  let ready = false;
  const settled = await waitUntil(async () => {
    ready = await isReady();
    return ready || server.ended();
  }, waitMsMax);
  if (!settled) await endServer(server.pid, stopSteps);
  return settled && ready;
}

/** The last lines of a server's log, for an error's message. */
export async function readLogTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-logTailLines).join("\n");
}

/** A signal and how long its effect is awaited, in milliseconds. */
export type StopStep = readonly [signal: NodeJS.Signals, waitMs: number];

/**
 * Ends a server: each signal in turn until the process is gone.
 * Throws when it outlives the last.
 */
export async function endServer(pid: number, steps: readonly StopStep[]): Promise<void> {
  const isGone = async () => identifyProcess(pid) === undefined;
  for (const [signal, waitMs] of steps) {
    if (identifyProcess(pid) === undefined) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    if (await waitUntil(isGone, waitMs)) return;
  }
  throw new Error(`Process ${pid} does not end; end it by hand and try again.`);
}

/** Whether process `pid` runs `program` on `folder`, by its command line. */
export function servesFolder(pid: number, program: RegExp, folder: string): boolean {
  const found = identifyProcess(pid);
  return found !== undefined && program.test(found.command) && found.command.includes(folder);
}
