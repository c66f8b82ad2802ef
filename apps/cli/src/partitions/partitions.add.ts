import {
  addPartitions,
  betweenLocks,
  monthsAhead,
  PartitionError,
  readPartitionStatus,
  withPartitions,
} from "@rewards/db";
import { CommandError } from "../error.ts";
import type { PartitionTerminal } from "./partitions.command.ts";
import { runChange } from "./partitions.run.ts";

const monthsMax = 24;

export async function add(terminal: PartitionTerminal, given = String(monthsAhead)): Promise<void> {
  const months = Number(given);
  if (!/^\d+$/.test(given) || months > monthsMax)
    throw new CommandError(`--months must be a number from 0 to ${monthsMax}.`);
  const made = await runChange(terminal, (url) =>
    withPartitions(url, async ({ within }) => {
      const { until } = await within(readPartitionStatus);
      if (until === null) throw new PartitionError("Sales have no partitions: run `rewards partitions enable` first.");
      return betweenLocks(() => within((tx) => addPartitions(tx, months)));
    }),
  );
  terminal.print(made.length === 0 ? "No partition was missing." : `Made: ${made.join(", ")}.`);
}
