import { randomInt } from "node:crypto";
import { wholeNumber } from "@rewards/lab/options";
import { Command, Option } from "commander";

export interface FuzzCommand {
  readonly requests: number;
  readonly seed: number;
  readonly path?: string;
  readonly queue?: "redis" | "postgres";
}

const seedMax = 2 ** 31;

/** The command line. */
export function createProgram(run: (command: FuzzCommand) => Promise<void>): Command {
  return new Command("fuzz")
    .description("Sends hostile requests to every endpoint of a service of its own, and compares what they leave.")
    .option("--requests <n>", "how many requests, at least", wholeNumber(0, seedMax), 50_000)
    .option("--seed <n>", "which requests; another each time where left out", wholeNumber(0, seedMax))
    .option("--path <path>", "of a failure that was reported: sends its one batch")
    .addOption(new Option("--queue <backend>", "redis where this machine has it").choices(["redis", "postgres"]))
    .showHelpAfterError("(--help lists the options)")
    .action(({ seed = randomInt(seedMax), ...options }: Omit<FuzzCommand, "seed"> & { seed?: number }) =>
      run({ ...options, seed }),
    );
}
