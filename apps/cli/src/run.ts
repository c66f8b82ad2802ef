import { CommandError, describeError } from "./error.ts";
import { createProgram, type ProgramOptions } from "./program.ts";

/** Runs a command line. An error becomes a line for `fail`, and an exit code. */
export async function runProgram(
  args: readonly string[],
  options: ProgramOptions,
  fail: (line: string) => void,
): Promise<void> {
  try {
    await createProgram(options).parseAsync(args, { from: "user" });
  } catch (error) {
    fail(describeError(error));
    options.exitWith(error instanceof CommandError ? error.exitCode : 1);
  }
}
