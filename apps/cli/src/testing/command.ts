import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** A run of `rewards` as a separate process. */
export interface Command {
  readonly pid: number;
  /** The output of both streams so far. */
  output(): string;
  /** Resolves with the output once it matches; rejects when the process ends first. */
  until(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** For tests; needs a build. The command's environment is PATH and `env`. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, input = ""): Command {
  if (!existsSync(built)) throw new Error("This test needs a build: run `npm run build` first.");
  const child = spawn(process.execPath, [built, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that reads no input may end first.
  child.stdin.on("error", () => undefined).end(input);
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    until: (pattern) => awaitOutput(child, pattern, () => output),
    kill: (signal) => {
      child.kill(signal);
    },
    exited: new Promise((resolve) => {
      child.once("close", (code, signal) => resolve(signal ?? code ?? 1));
    }),
  };
}

function awaitOutput(child: ChildProcess, pattern: RegExp, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (pattern.test(output())) resolve(output());
    };
    look();
    child.stdout?.on("data", look);
    child.once("close", () => reject(new Error(`ended before ${pattern}:\n${output()}`)));
  });
}
