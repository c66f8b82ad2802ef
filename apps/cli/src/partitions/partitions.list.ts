import { listPartitions, readLedgerPartitions, type SalePartition } from "@rewards/operations";
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
    print(JSON.stringify({ partitions, ledgerPartitions: ledger }));
    return;
  }
  for (const line of formatTable(["Partition", "From", "Before", "State", "Sales", "Size"], partitions.map(rowOf)))
    print(line);
  print(ledger === 1 ? "The ledger has no partitions." : `The ledger has ${ledger} partitions, by member.`);
}
