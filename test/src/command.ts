import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** A run of a Node program as a separate process. */
export interface Command {
  readonly pid: number;
  /** The output of both streams so far. */
  output(): string;
  /** Resolves with the output once it matches; rejects when the process ends first. */
  until(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** `args` are those of Node, the script among them. The environment is PATH and `env`. */
export function runNode(
  args: readonly string[],
  { env, ...options }: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid">,
  input = "",
): Command {
  const child = spawn(process.execPath, args, {
    ...options,
    env: { PATH: process.env["PATH"], ...env },
    // By the channel a service notices that the test run was killed, and ends.
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  // A program that reads no input may end first.
  child.stdin?.on("error", () => undefined).end(input);
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    until: (pattern) => awaitOutput(child, pattern, () => output),
    kill: (signal) => void child.kill(signal),
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
    child.stderr?.on("data", look);
    child.once("close", () => reject(new Error(`ended before ${pattern}:\n${output()}`)));
  });
}
