import { addPartitions, betweenLocks, monthsAhead, withPartitions } from "@rewards/operations";
import { CommandError } from "../error.ts";
import type { PartitionTerminal } from "./partitions.command.ts";
import { runChange } from "./partitions.run.ts";

const monthsMax = 24;

export async function add(terminal: PartitionTerminal, given = String(monthsAhead)): Promise<void> {
  const months = Number(given);
  if (!/^\d+$/.test(given) || months > monthsMax)
    throw new CommandError(`--months must be a number from 0 to ${monthsMax}.`);
  const made = await runChange(terminal, (url) =>
    withPartitions(url, ({ within }) => betweenLocks(() => within((tx) => addPartitions(tx, months)))),
  );
  terminal.print(made.length === 0 ? "No partition was missing." : `Made: ${made.join(", ")}.`);
}
