import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError } from "commander";
import type { HarnessOptions } from "./harness.ts";
import type { BenchCommand } from "./runs/command.ts";
import { compare } from "./runs/compare.ts";
import { growth } from "./runs/growth.ts";
import { operations } from "./runs/operations.ts";
import { overload } from "./runs/overload.ts";
import { paced } from "./runs/paced.ts";
import { scale } from "./runs/scale.ts";
import { soak } from "./runs/soak.ts";

const resultsFolder = fileURLToPath(new URL("../results", import.meta.url));

/** Runs a command that was chosen, with the options that were given. */
export type RunCommand = <Options>(
  command: BenchCommand<Options>,
  options: Options,
  harness: HarnessOptions,
) => Promise<void>;

/** The command line. Without a command it compares. */
export function createProgram(run: RunCommand): Command {
  const program = new Command("bench")
    .description("Measures Rewards on this machine. Linux alone: CPU is read from /proc.")
    .option("--database-url <url>", "a Postgres to use instead of an embedded one", urlOf("postgres:", "postgresql:"))
    .option("--redis-url <url>", "a Redis to use instead: its database is EMPTIED", urlOf("redis:", "rediss:"))
    .option("--out <folder>", "where the figures are written", resultsFolder)
    .option("--cpu-prof <folder>", "profiles the processes of Rewards into this folder")
    .showHelpAfterError("(--help lists commands and options)");
  const add = <Options extends object>(command: BenchCommand<Options>, isDefault = false): void => {
    const added = program.command(command.name, { isDefault }).description(command.summary);
    command.options?.(added);
    // No command takes an argument; one that stands there is a wrong name, which goes to the default command.
    added.allowExcessArguments().action(() => {
      const [wrong] = added.args;
      if (wrong !== undefined) program.error(`error: no command is named ${wrong}`);
      return run(command, added.opts<Options>(), program.opts<HarnessOptions>());
    });
  };
  add(compare, true);
  add(paced);
  add(scale);
  add(operations);
  add(growth);
  add(soak);
  add(overload);
  return program.addHelpText("after", () => `\nWithout a command:\n${helpOf(program, compare.name)}`);
}

function helpOf(program: Command, name: string): string {
  return program.commands.find((command) => command.name() === name)?.helpInformation() ?? "";
}

function urlOf(...protocols: string[]) {
  return (text: string): string => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    throw new InvalidArgumentError(`A URL such as ${protocols[0]}//host:port is needed.`);
  };
}
