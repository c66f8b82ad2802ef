import { cancelLedger, dropFormerLedger, ledgerParts, partitionLedger } from "@rewards/db";
import { CommandError } from "../error.ts";
import type { PartitionTerminal } from "./partitions.command.ts";
import { runChange } from "./partitions.run.ts";

export interface LedgerFlags {
  readonly partitions?: string;
  readonly cancel?: true;
  readonly dropFormer?: true;
}

export async function ledger(terminal: PartitionTerminal, given: LedgerFlags): Promise<void> {
  const { print, progress } = terminal;
  if (Object.keys(given).length > 1)
    throw new CommandError("Give one of --partitions, --cancel and --drop-former at a time.");
  if (given.cancel) {
    const wasUnderWay = await runChange(terminal, cancelLedger);
    print(wasUnderWay ? "The change was undone: the ledger is as before." : "No change was under way.");
    return;
  }
  if (given.dropFormer) {
    const wasThere = await runChange(terminal, dropFormerLedger);
    print(wasThere ? "The former table of the ledger was dropped." : "There is no former table of the ledger.");
    return;
  }
  const partitions = readCount(given.partitions);
  const made = await runChange(terminal, (url) => partitionLedger(url, { partitions, progress }));
  print(
    made === "already"
      ? "The ledger has partitions already."
      : "The ledger has partitions now. Its former table stays until --drop-former.",
  );
}

function readCount(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const { min, max } = ledgerParts;
  const count = Number(given);
  if (!/^\d+$/.test(given) || count < min || count > max)
    throw new CommandError(`--partitions must be a number from ${min} to ${max}.`);
  return count;
}
