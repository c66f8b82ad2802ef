import { wholeNumber } from "@rewards/lab/options";
import { queuePartitionsMax } from "@rewards/runtime";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Fault } from "./faults/fault.ts";
import type { Guard } from "./guards/guard.ts";
import { allGuards, type CommandOptions, decks, problemOf, runCommand } from "./suite/suite.command.ts";

const roundsDefault = 8;
const numberMax = 999_999;

await new Command("faults")
  .description("Causes every listed fault under load, and checks that nothing is lost or doubled.")
  .option("--rounds <n>", "rounds on each backend", wholeNumber(0, numberMax), roundsDefault)
  .option("--from <n>", "the first round of the seed to run", wholeNumber(0, numberMax), 0)
  .option("--seed <text>", "determines every choice; default: random, and printed")
  .addOption(
    new Option("--backend <name>", "the queue's backend").choices(["redis", "postgres", "both"]).default("both"),
  )
  .option(
    "--partitions <n>",
    "partitions of the queue, in all processes; with --backend redis",
    wholeNumber(1, queuePartitionsMax),
    1,
  )
  .addOption(new Option("--deck <name>", "where the faults come from").choices(Object.keys(decks)).default("process"))
  .option("--fault <names>", "only these faults, separated by commas", faultsOf)
  .option("--without <guard>", "takes a guard away: the run must fail", guardOf)
  .option("--list", "lists faults and guards, and runs nothing")
  .option("--out <file>", "writes the whole report as JSON")
  .showHelpAfterError("(--help lists the options)")
  .action(async (options: CommandOptions, command: Command) => {
    const problem = problemOf(options);
    if (problem !== undefined) command.error(`error: ${problem}`);
    // Exit at once: leftovers of an interrupted run must not keep the process alive.
    process.exit(await runCommand(options, process.env["PATH"]));
  })
  .parseAsync();

function faultsOf(text: string): Fault[] {
  const all = Object.values(decks).flat();
  return text.split(",").map((name) => {
    const fault = all.find((one) => one.name === name);
    if (!fault) throw new InvalidArgumentError(`No fault is named ${name}; --list names them.`);
    return fault;
  });
}

function guardOf(name: string): Guard {
  const guard = allGuards.find((one) => one.name === name);
  if (!guard) throw new InvalidArgumentError(`Guards: ${allGuards.map((one) => one.name).join(", ")}.`);
  return guard;
}
