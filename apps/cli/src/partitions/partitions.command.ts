import type { Command } from "commander";
import { chooseDatabase } from "../database.ts";
import { plainOf } from "../format.ts";
import { addDefaultList } from "../list.ts";
import type { ProgramOptions } from "../program.ts";
import { jsonHelp } from "../terminal.ts";
import { add } from "./partitions.add.ts";
import { enable } from "./partitions.enable.ts";
import { type LedgerFlags, ledger } from "./partitions.ledger.ts";
import { list } from "./partitions.list.ts";
import { attach, detach, type MoveFlags } from "./partitions.move.ts";

const help = `
Sales can be kept in a partition for each month, so that closed months can be
moved to files. Workers make the partitions of coming months. The ledger can be
kept in partitions by member. A database has no partitions until you make them.

Environment:
  DATABASE_URL         the database, with the user that owns the tables
  DATABASE_DIRECT_URL  the same without a pooler: these commands do not work
                       through one

See docs/grow.md#partitions-of-sales and #partitions-of-the-ledger.`;

const enableHelp = `
The command runs while sales come in. It copies the ExternalIDs of all sales,
compares them, and exchanges the table in a few milliseconds. You can end it at
any point and run it again.`;

const ledgerHelp = `
The command runs while workers post. It copies all entries, compares them, and
exchanges the table in a few milliseconds. It needs as much disk as the ledger
has, until you drop the former table. You can end it at any point and run it
again. Once the table is exchanged, --cancel does not bring it back.`;

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
    .description("keep sales in partitions by month, and the ledger in partitions by member")
    .addHelpText("afterAll", help);
  addDefaultList(partitions)
    .description("print the partitions of sales and of the ledger")
    .option("--json", jsonHelp)
    .action(({ json }: { json?: true }) => list(open(), json === true));
  partitions
    .command("enable")
    .description("make the table of sales a partitioned one, while the service runs")
    .option("--cancel", "undo what an unfinished run has left")
    .addHelpText("after", enableHelp)
    .action(({ cancel }: { cancel?: true }) => enable(open(), cancel === true));
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
  partitions
    .command("ledger")
    .description("make the ledger a table with partitions by member, while the service runs")
    .option("--partitions <number>", "how many, from 4 to 128; fixed from then on (default: 16)")
    .option("--cancel", "undo what an unfinished run has left")
    .option("--drop-former", "drop the table that the partitions have replaced")
    .addHelpText("after", ledgerHelp)
    .action((given: LedgerFlags) => ledger(open(), given));
}
