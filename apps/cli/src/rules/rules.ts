import { checkRules, type Recounted, recountTiers } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Command } from "commander";
import { z } from "zod";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { readProgrammeFile, rethrowRefusal } from "../programmes/programmes.file.ts";
import {
  addDefaultList,
  addGroup,
  databaseHelp,
  jsonHelp,
  type ProgramOptions,
  readTime,
  type Terminal,
} from "../terminal.ts";
import { explainHelp, explainKey } from "./rules.explain.ts";
import { listRules } from "./rules.list.ts";
import { simulateFile, simulateHelp } from "./rules.simulate.ts";

/** `rewards rules` */
export function addRules(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "rules");
  group
    .description("list, check, explain and try the rules by which sales earn (docs/rules.md)")
    .addHelpText("afterAll", databaseHelp);
  addDefaultList(group)
    .description("print the rules in force of all programmes")
    .option("--json", jsonHelp)
    .action(act(listRules));
  group
    .command("check")
    .description("warn about rules of a file that may not do what they should; it changes nothing")
    .argument("<file>", "a file of programmes, or - for standard input")
    .option("--json", jsonHelp)
    .action(act(checkFile));
  group
    .command("explain")
    .description("say why an entry, or all of a sale, has its points, and check that")
    .argument("<key>", "an entry's ID, LED-..., or a sale's ExternalID or ID, SALE-...")
    .option("--json", jsonHelp)
    .addHelpText("after", explainHelp)
    .action(act(explainKey));
  group
    .command("simulate")
    .description("print what past sales would have earned by the rules of a file")
    .argument("<file>", "a file of programmes, or - for standard input")
    .requiredOption("--from <time>", "sales made from this time on, such as 2027-01-31T00:00:00Z", readTime)
    .requiredOption("--to <time>", "sales made before this time", readTime)
    .option("--json", jsonHelp)
    .addHelpText("after", simulateHelp)
    .action(act(simulateFile));
  add("recount", "count what members have reached from their entries", "print the result as JSON")
    .option("--tiers", "the sums of tiers: after tiers begin, or count something else, or get other levels")
    .action(act(recount));
}

interface RecountArguments {
  readonly tiers?: true;
}

/** @throws CommandError if the arguments do not say what to count. */
async function recount(terminal: Terminal, { tiers }: RecountArguments): Promise<void> {
  if (!tiers) throw new CommandError("Say what to count: --tiers.");
  let [balances, changed] = [0, 0];
  const take = (counted: Recounted) => {
    balances += counted.balances;
    changed += counted.changed;
    terminal.progress(`${formatCount(balances)} balances`);
  };
  await withDatabase(terminal, ({ sql }) => recountTiers(sql, { author: terminal.author, take })).finally(() =>
    terminal.progress(""),
  );
  terminal.show({ balances, changed }, `${formatCount(balances)} balances counted, ${formatCount(changed)} changed.`);
}

/**
 * Prints a line for each warning.
 * @throws CommandError if the file is wrong, or its rules are refused, as `programmes apply` does.
 */
async function checkFile(terminal: Terminal, path: string): Promise<void> {
  const file = await readProgrammeFile(path);
  const found = await withDatabase(terminal, ({ scans }) => checkRules(scans, file, Date.now())).catch(
    rethrowRefusal(path),
  );
  const warnings = found.map((one) => ({ path: z.core.toDotPath(one.path), message: one.message }));
  terminal.show({ warnings }, [
    `${path}: ${warnings.length === 0 ? "no warnings" : "it can be applied, with warnings:"}`,
    ...warnings.map((one) => `  ${one.path}: ${one.message}`),
  ]);
}
