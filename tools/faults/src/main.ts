import { createProgram } from "./program.ts";
import { runCommand } from "./suite/suite.command.ts";

const program = createProgram(async (options) => {
  // At once: what a run that was cut short still holds must not keep the process alive.
  process.exit(await runCommand(options, process.env["PATH"]));
});
await program.parseAsync();
