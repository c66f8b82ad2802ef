import { codeOf, isConnectionLost } from "@rewards/db";
import {
  addPartitions,
  attachPartition,
  betweenLocks,
  detachPartition,
  listPartitions,
  monthsAhead,
  PartitionError,
  readLedgerPartitions,
  remedyOf,
  type SalePartition,
  withPartitions,
} from "@rewards/operations";
import { describeCause, formatCount } from "@rewards/runtime";
import type { Command } from "commander";
import { findOwnerUrl, withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { type Columns, formatTable } from "./format.ts";
import { addDefaultList, addGroup, jsonHelp, type ProgramOptions, type Terminal } from "./terminal.ts";

const help = `
Sales are kept in a partition for each month, so that closed months can be moved
to files. Workers make the partitions of coming months. The ledger may have
partitions by member.

Environment:
  DATABASE_URL         the database, with the user that owns the tables
  DATABASE_DIRECT_URL  the same without a pooler: these commands do not work
                       through one

See docs/grow.md#partitions-of-sales and #partitions-of-the-ledger.`;

const nameHelp = "as partitions list prints it, such as sale_2026_05";

/** `rewards partitions`: sales by month, the ledger by member. */
export function addPartitionCommands(program: Command, options: ProgramOptions): void {
  const { group, act } = addGroup(program, options, "partitions");
  group.description("list the partitions; make, detach and attach those of sales").addHelpText("afterAll", help);
  addDefaultList(group)
    .description("print the partitions of sales and of the ledger")
    .option("--json", jsonHelp)
    .action(act(list));
  group
    .command("add")
    .description("make the partitions of the coming months, as workers do")
    .option("--months <number>", "how many months ahead (default: 3, at most 24)")
    .action(act(add));
  group
    .command("detach")
    .description("write a closed month to files, and take it out of the table")
    .argument("<partition>", nameHelp)
    .requiredOption("--to <folder>", "an existing folder for the files, on storage that you keep")
    .action(act(detach));
  group
    .command("attach")
    .description("bring a detached month back into the table")
    .argument("<partition>", nameHelp)
    .requiredOption("--from <folder>", "the folder of its files")
    .action(act(attach));
}

const columns: Columns<SalePartition> = {
  Partition: ({ name }) => name,
  From: ({ from }) => from?.slice(0, 10) ?? "",
  Before: ({ to }) => to?.slice(0, 10) ?? "",
  State: ({ state }) => state,
  Sales: ({ sales }) => (sales === null ? "" : formatCount(sales)),
  Size: ({ bytes }) => (bytes === null ? "" : `${formatCount(Math.ceil(bytes / 1_048_576))} MB`),
};

async function list(terminal: Terminal): Promise<void> {
  const [partitions, ledgerPartitions] = await withDatabase(terminal, ({ sql }) =>
    Promise.all([listPartitions(sql), readLedgerPartitions(sql)]),
  );
  const ofLedger = ledgerPartitions === 1 ? "no partitions" : `${ledgerPartitions} partitions, by member`;
  terminal.show({ partitions, ledgerPartitions }, [...formatTable(columns, partitions), `The ledger has ${ofLedger}.`]);
}

const monthsMax = 24;

async function add(
  terminal: Terminal,
  { months: given = String(monthsAhead) }: { readonly months?: string },
): Promise<void> {
  const months = Number(given);
  if (!/^\d+$/.test(given) || months > monthsMax)
    throw new CommandError(`--months must be a number from 0 to ${monthsMax}.`);
  const made = await runChange(terminal, (url) =>
    withPartitions(url, ({ within }) => betweenLocks(() => within((tx) => addPartitions(tx, months)))),
  );
  terminal.print(made.length === 0 ? "No partition was missing." : `Made: ${made.join(", ")}.`);
}

async function detach(terminal: Terminal, name: string, { to }: { readonly to: string }): Promise<void> {
  const { sales, sha256 } = await runChange(terminal, (url) => detachPartition(url, { name, folder: to }));
  terminal.print(
    `${name}: ${sales === 1 ? "1 sale is" : `${formatCount(sales)} sales are`} in ${to}. SHA-256 of their lines: ${sha256}`,
  );
}

async function attach(terminal: Terminal, name: string, { from }: { readonly from: string }): Promise<void> {
  const since = await runChange(terminal, (url) => attachPartition(url, { name, folder: from }));
  terminal.print(
    `${name} is in the table of sales again. Erase again who was erased since ${since}, when it was detached.`,
  );
}

const again = "The change is not done: run the command again, and it continues.";

/**
 * Runs a change of partitions as the owner of the tables.
 * @throws CommandError with the reason.
 */
export async function runChange<Result>(
  { env, progress }: Pick<Terminal, "env" | "progress">,
  change: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = await findOwnerUrl(env);
  try {
    return await change(url);
  } catch (error) {
    if (error instanceof PartitionError) throw new CommandError(error.message);
    const code = codeOf(error);
    if (code === "") throw error;
    if (isConnectionLost(error)) throw new CommandError(`Postgres fails (${code}). ${remedyOf(error)} ${again}`);
    throw new CommandError(`The change was not made: ${describeCause(error)}. You can run the command again.`);
  } finally {
    progress("");
  }
}
