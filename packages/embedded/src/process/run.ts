import { execFile } from "node:child_process";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** The user a server runs as; undefined means the user of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface CommandResult {
  /** The exit code; 127 when the program could not be started. */
  readonly code: number;
  /** Both streams, errors last. */
  readonly output: string;
}

/** The whole environment of servers: PGDATA, PGPORT and the like of the caller must not affect them. */
export const serverEnv = { LC_ALL: "C", TZ: "UTC" } as const;

/**
 * Runs a program to its end; `input` is what it reads. Never rejects: a program that cannot start has code 127.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  account?: Account,
  input = "",
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { ...account, cwd: "/", env: serverEnv }, (error, stdout, stderr) => {
      if (typeof error?.code === "string") resolve({ code: 127, output: error.message });
      else resolve({ code: error ? (error.code ?? 1) : 0, output: stdout + stderr });
    });
    if (child.stdin) writeInput(child.stdin, input);
  });
}

/** A program that ended without reading its input shows in its exit code, not here. */
export function writeInput(stdin: Writable, input: string): void {
  stdin.on("error", () => undefined);
  stdin.end(input);
}

const pollMs = 20;

/**
 * Asks `condition` every 20 ms until it answers true.
 * Resolves true when it did, false when `boundMs` passed first.
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, boundMs: number): Promise<boolean> {
  const endsAt = performance.now() + boundMs;
  while (!(await condition())) {
    if (performance.now() >= endsAt) return false;
    await delay(pollMs);
  }
  return true;
}
