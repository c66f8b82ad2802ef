import { attachPartition, detachPartition } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { PartitionTerminal } from "./partitions.command.ts";
import { runChange } from "./partitions.run.ts";

export interface MoveFlags {
  readonly to?: string;
  readonly from?: string;
}

export async function detach(terminal: PartitionTerminal, name: string, { to = "" }: MoveFlags): Promise<void> {
  const { sales, sha256 } = await runChange(terminal, (url) => detachPartition(url, { name, folder: to }));
  terminal.print(
    `${name}: ${sales === 1 ? "1 sale is" : `${formatCount(sales)} sales are`} in ${to}. SHA-256 of their lines: ${sha256}`,
  );
}

export async function attach(terminal: PartitionTerminal, name: string, { from = "" }: MoveFlags): Promise<void> {
  const since = await runChange(terminal, (url) => attachPartition(url, { name, folder: from }));
  terminal.print(
    `${name} is in the table of sales again. Erase again who was erased since ${since}, when it was detached.`,
  );
}
