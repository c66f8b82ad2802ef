import type { Command } from "commander";
import { chooseDatabase } from "../database.ts";
import { plainOf } from "../format.ts";
import { addDefaultList } from "../list.ts";
import type { ProgramOptions } from "../program.ts";
import { jsonHelp } from "../terminal.ts";
import { add } from "./partitions.add.ts";
import { list } from "./partitions.list.ts";
import { attach, detach, type MoveFlags } from "./partitions.move.ts";

const help = `
Sales are kept in a partition for each month, so that closed months can be
moved to files. Workers make the partitions of coming months. The ledger has the
number of partitions, by member, that the first migrate was given.

Environment:
  DATABASE_URL         the database, with the user that owns the tables
  DATABASE_DIRECT_URL  the same without a pooler: these commands do not work
                       through one

See docs/grow.md#partitions-of-sales and #partitions-of-the-ledger.`;

const nameHelp = "as partitions list prints it, such as sale_2026_05";

/** What the commands of partitions work with. */
export interface PartitionTerminal extends Pick<ProgramOptions, "env" | "progress"> {
  readonly print: (line: string) => void;
  readonly choice: ReturnType<typeof chooseDatabase>;
}

/** `rewards partitions`: sales by month, the ledger by member. */
export function addPartitionCommands(program: Command, { env, print, progress }: ProgramOptions): void {
  const open = (): PartitionTerminal => ({ env, progress, print: plainOf(print), choice: chooseDatabase(env) });
  const partitions = program
    .command("partitions")
    .description("move closed months of sales to files and back")
    .addHelpText("afterAll", help);
  addDefaultList(partitions)
    .description("print the partitions of sales and of the ledger")
    .option("--json", jsonHelp)
    .action(({ json }: { json?: true }) => list(open(), json === true));
  partitions
    .command("add")
    .description("make the partitions of the coming months, as workers do")
    .option("--months <number>", "how many months ahead (default: 3, at most 24)")
    .action(({ months }: { months?: string }) => add(open(), months));
  partitions
    .command("detach")
    .description("write a closed month to files, and take it out of the table")
    .argument("<partition>", nameHelp)
    .requiredOption("--to <folder>", "an existing folder for the files, on storage that you keep")
    .action((name: string, given: MoveFlags) => detach(open(), name, given));
  partitions
    .command("attach")
    .description("bring a detached month back into the table")
    .argument("<partition>", nameHelp)
    .requiredOption("--from <folder>", "the folder of its files")
    .action((name: string, given: MoveFlags) => attach(open(), name, given));
}
