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
import { chooseDatabase, findOwnerUrl, withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { formatTable, plainOf } from "./format.ts";
import { addDefaultList, jsonHelp, type ProgramOptions } from "./terminal.ts";

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

/** What the commands of partitions work with. */
interface PartitionTerminal extends Pick<ProgramOptions, "env" | "progress"> {
  readonly print: (line: string) => void;
  readonly choice: ReturnType<typeof chooseDatabase>;
}

/** `rewards partitions`: sales by month, the ledger by member. */
export function addPartitionCommands(program: Command, { env, print, progress }: ProgramOptions): void {
  const open = (): PartitionTerminal => ({ env, progress, print: plainOf(print), choice: chooseDatabase(env) });
  const partitions = program
    .command("partitions")
    .description("list the partitions; make, detach and attach those of sales")
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

const dayOf = (instant: string | null) => instant?.slice(0, 10) ?? "";
const megabytes = (bytes: number | null) => (bytes === null ? "" : `${formatCount(Math.ceil(bytes / 1_048_576))} MB`);

const rowOf = ({ name, from, to, state, sales, bytes }: SalePartition) => [
  name,
  dayOf(from),
  dayOf(to),
  state,
  sales === null ? "" : formatCount(sales),
  megabytes(bytes),
];

async function list({ choice, print }: PartitionTerminal, isJson: boolean): Promise<void> {
  const [partitions, ledgerPartitions] = await withDatabase(choice, ({ sql }) =>
    Promise.all([listPartitions(sql), readLedgerPartitions(sql)]),
  );
  if (isJson) {
    print(JSON.stringify({ partitions, ledgerPartitions }));
    return;
  }
  for (const line of formatTable(["Partition", "From", "Before", "State", "Sales", "Size"], partitions.map(rowOf)))
    print(line);
  print(
    ledgerPartitions === 1
      ? "The ledger has no partitions."
      : `The ledger has ${ledgerPartitions} partitions, by member.`,
  );
}

const monthsMax = 24;

async function add(terminal: PartitionTerminal, given = String(monthsAhead)): Promise<void> {
  const months = Number(given);
  if (!/^\d+$/.test(given) || months > monthsMax)
    throw new CommandError(`--months must be a number from 0 to ${monthsMax}.`);
  const made = await runChange(terminal, (url) =>
    withPartitions(url, ({ within }) => betweenLocks(() => within((tx) => addPartitions(tx, months)))),
  );
  terminal.print(made.length === 0 ? "No partition was missing." : `Made: ${made.join(", ")}.`);
}

interface MoveFlags {
  readonly to?: string;
  readonly from?: string;
}

async function detach(terminal: PartitionTerminal, name: string, { to = "" }: MoveFlags): Promise<void> {
  const { sales, sha256 } = await runChange(terminal, (url) => detachPartition(url, { name, folder: to }));
  terminal.print(
    `${name}: ${sales === 1 ? "1 sale is" : `${formatCount(sales)} sales are`} in ${to}. SHA-256 of their lines: ${sha256}`,
  );
}

async function attach(terminal: PartitionTerminal, name: string, { from = "" }: MoveFlags): Promise<void> {
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
  { env, choice, progress }: PartitionTerminal,
  change: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = await findOwnerUrl(env, choice);
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
