import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { type HarnessOptions, runBench } from "./harness.ts";
import type { Run } from "./run/define.ts";
import { addOptions } from "./run/options.ts";
import { compare } from "./runs/compare.ts";
import { consoleOpen } from "./runs/console.ts";
import { credentials } from "./runs/credentials.ts";
import { expiry } from "./runs/expiry.ts";
import { growth } from "./runs/growth.ts";
import { hostile } from "./runs/hostile.ts";
import { operations } from "./runs/operations.ts";
import { overload } from "./runs/overload.ts";
import { paced } from "./runs/paced.ts";
import { scale } from "./runs/scale.ts";
import { soak } from "./runs/soak.ts";
import { upkeep } from "./runs/upkeep.ts";
import { workers } from "./runs/workers.ts";

/** Every command; the first is the default. */
const runs: readonly Run[] = [
  ...[compare, paced, scale, workers, operations, growth, credentials, expiry, upkeep, consoleOpen, soak, overload],
  hostile,
];

const resultsFolder = fileURLToPath(new URL("../results", import.meta.url));

function createProgram(): Command {
  const program = new Command("bench")
    .description("Measures Rewards on this machine. Linux only: CPU is read from /proc.")
    .addOption(
      new Option("--postgres <name=value>", "overrides a setting of the embedded Postgres; may be repeated").argParser(
        addSetting,
      ),
    )
    .option("--out <folder>", "folder for the figures", resultsFolder)
    .showHelpAfterError("(--help lists commands and options)");
  for (const run of runs) {
    const added = program.command(run.name, { isDefault: run === compare }).description(run.summary);
    addOptions(added, run.options);
    // No command takes arguments. An argument is a wrong command name, which goes to the default command.
    added.allowExcessArguments().action(async () => {
      const [wrong] = added.args;
      if (wrong !== undefined) program.error(`error: no command is named ${wrong}`);
      // Exit at once: leftovers of an interrupted run must not keep the process alive.
      process.exit(await runBench(run, added.opts(), program.opts<HarnessOptions>()));
    });
  }
  return program.addHelpText("after", () => `\nWithout a command:\n${program.commands[0]?.helpInformation()}`);
}

/** Adds a setting: `name=value`, as Postgres takes it after `-c`. */
function addSetting(text: string, others: HarnessOptions["postgres"] = {}): HarnessOptions["postgres"] {
  const [, name, value] = /^([a-z_.]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("A name=value is needed.");
  return { ...others, [name]: value };
}

await createProgram().parseAsync();
