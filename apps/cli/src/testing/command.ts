import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Command, runNode } from "../../../../test/src/command.ts";

const built = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** A run of `rewards`; needs a build. The command's environment is PATH and `env`. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, input = ""): Command {
  if (!existsSync(built)) throw new Error("This test needs a build: run `npm run build` first.");
  return runNode([built, ...args], { env }, input);
}
