import { runBench } from "./harness.ts";
import { createProgram } from "./program.ts";

const program = createProgram(async (command, options, harness) => {
  // At once: whatever a run that was cut short still holds must not keep the process alive.
  process.exit(await runBench(command, options, harness, process.env));
});
await program.parseAsync();
