import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Command, runNode } from "../../../../test/src/command.ts";
import { runProgram } from "../program.ts";

const built = fileURLToPath(new URL("../../bundle/main.js", import.meta.url));

/** A run of `rewards`; needs a build. The command's environment is PATH and `env`. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, input = ""): Command {
  if (!existsSync(built)) throw new Error("This test needs a build: run `npm run build` first.");
  return runNode([built, ...args], { env }, input);
}

/**
 * As `runCommand`, in this process, since a process takes a second to start; bytes are output as latin1. Not for arguments that commander refuses,
 * because it ends the process.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  let code = 0;
  let output = "";
  const print = (line: string) => {
    output += `${line}\n`;
  };
  const write = (part: string | Buffer) => {
    output += typeof part === "string" ? part : part.toString("latin1");
    return true;
  };
  const readSecret = async () => "";
  const exitWith = (given: number) => {
    code = given;
  };
  await runProgram(
    args,
    { env, folder: "/", user: "ann", print, write, progress: () => undefined, readSecret, exitWith },
    print,
  );
  return { code, output };
}
