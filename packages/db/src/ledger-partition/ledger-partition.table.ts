import { getTableConfig } from "drizzle-orm/pg-core";
import { ledgerEntry } from "../ledger/ledger.table.ts";
import type { Change } from "../partition/partition.change.ts";

/** The partitioned table, until the exchange gives it the name of the ledger. */
export const ledgerDraft = "ledger_entry_parts";
/** The table of all entries up to the exchange. */
export const formerLedger = "ledger_entry_former";

/** The number of partitions, which is fixed when they are made. */
export const ledgerParts = { min: 4, max: 128, default: 16 } as const;

export const partName = (part: number) => `ledger_entry_${part}`;

const { indexes } = getTableConfig(ledgerEntry);
const uniques = indexes.flatMap(({ config: { unique, name = "", columns } }) =>
  unique ? [{ name, columns: columns.map((column) => (column as { name: string }).name) }] : [],
);

export const ledgerChange: Change = {
  table: "ledger_entry",
  command: "rewards partitions ledger",
  section: "partitions-of-the-ledger",
  copier: "copy_ledger_entries",
  triggers: ["ledger_entry_immutable"],
  uniques: uniques.map(({ name }) => name),
};

const key = "member";

/** With the partition key, which Postgres wants in a unique index. It comes last, so that the others find an entry. */
const withKey = (columns: readonly string[]) => (columns.includes(key) ? columns : [...columns, key]).join(", ");

/** The primary key of the partitioned ledger. */
export const partitionedPrimaryKey = withKey(["id"]);

/** The columns of each unique index of the partitioned ledger. */
export const partitionedUniques: ReadonlyMap<string, string> = new Map(
  uniques.map(({ name, columns }) => [name, withKey(columns)]),
);
