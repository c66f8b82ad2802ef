import { userInfo } from "node:os";
import { writeFitting } from "@rewards/runtime";
import { runProgram } from "./program.ts";
import { readSecret } from "./secret.ts";

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

await runProgram(
  process.argv.slice(2),
  {
    env: process.env,
    folder: process.cwd(),
    print: (line) => writeFitting(process.stdout, line),
    // Node writes to files and pipes at once.
    write: (output) => {
      if (process.stdout.writable) process.stdout.write(output);
      return process.stdout.writable;
    },
    user: userName(),
    progress: (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`),
    readSecret: (prompt) => readSecret(prompt, process.stdin, (text) => process.stderr.write(text)),
    exitWith: (code) => {
      process.exitCode = code;
    },
  },
  (line) => {
    writeFitting(process.stderr, line);
    // A parent's open channel would keep a failed start running.
    process.channel?.unref();
  },
);
