import { type LedgerPartitions, listPartitions, readLedgerPartitions, type SalePartition } from "@rewards/db";
import { formatCount } from "@rewards/runtime";
import { withDatabase } from "../database.ts";
import { formatTable } from "../table.ts";
import type { PartitionTerminal } from "./partitions.command.ts";

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

export async function list({ choice, print }: PartitionTerminal, isJson: boolean): Promise<void> {
  const [partitions, ledger] = await withDatabase(choice, ({ sql }) =>
    Promise.all([listPartitions(sql), readLedgerPartitions(sql)]),
  );
  if (isJson) {
    print(JSON.stringify({ partitions, ledger }));
    return;
  }
  if (partitions.length === 0) print("Sales have no partitions. `rewards partitions enable` makes them.");
  else
    for (const line of formatTable(["Partition", "From", "Before", "State", "Sales", "Size"], partitions.map(rowOf)))
      print(line);
  for (const line of ledgerLines(ledger)) print(line);
}

const ledgerLines = ({ partitions, formerBytes }: LedgerPartitions) => [
  partitions === 0
    ? "The ledger has no partitions. `rewards partitions ledger` makes them."
    : `The ledger has ${partitions} partitions, by member.`,
  ...(formerBytes === null
    ? []
    : [`Its former table takes ${megabytes(formerBytes)}: \`rewards partitions ledger --drop-former\` drops it.`]),
];
