import { userInfo } from "node:os";
import { CommandError, describeError } from "./error.ts";
import { createProgram } from "./program.ts";

/** Empty where the system has no name for the user, as in a container that runs under a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

// The reader of the output may stop reading: `rewards status | head`.
process.stdout.on("error", () => undefined);

try {
  const program = createProgram({
    env: process.env,
    folder: process.cwd(),
    print: (line) => process.stdout.write(`${line}\n`),
    user: userName(),
    progress: (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`),
    exitWith: (code) => {
      process.exitCode = code;
    },
  });
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  // A parent's open channel would keep a failed start running.
  process.channel?.unref();
}
