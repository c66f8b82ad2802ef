import { cancelPartitions, enablePartitions } from "@rewards/db";
import type { PartitionTerminal } from "./partitions.command.ts";
import { runChange } from "./partitions.run.ts";

export async function enable(terminal: PartitionTerminal, isCancelled: boolean): Promise<void> {
  const { print, progress } = terminal;
  if (isCancelled) {
    const wasUnderWay = await runChange(terminal, cancelPartitions);
    print(wasUnderWay ? "The change was undone: the table of sales is as before." : "No change was under way.");
    return;
  }
  const made = await runChange(terminal, (url) => enablePartitions(url, { progress }));
  print(made === "already" ? "The table of sales has partitions already." : "The table of sales has partitions now.");
}
