import { describeError } from "./error.ts";
import { createProgram } from "./program.ts";

try {
  const program = createProgram({
    env: process.env,
    folder: process.cwd(),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
