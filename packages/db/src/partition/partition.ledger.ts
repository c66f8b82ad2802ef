import { getTableConfig } from "drizzle-orm/pg-core";
import type { Sql, Tx } from "../client.ts";
import { ledgerEntry } from "../ledger/ledger.table.ts";

/** How many partitions the ledger may have, by member. The first `migrate` chooses; one is a table without partitions. */
export const ledgerPartitions = { min: 1, max: 128 } as const;

/** The number of the ledger's partitions. Reads the catalog only. */
export async function readLedgerPartitions(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ partitions: number }[]>`
    select greatest(count(*), 1)::int as partitions from pg_inherits where inhparent = to_regclass('ledger_entry')`;
  return row?.partitions ?? 1;
}

const key = "member";

/** With the partition key, which Postgres wants in a unique index. It comes last, so that the others find an entry. */
const withKey = (columns: readonly string[]) => (columns.includes(key) ? columns : [...columns, key]).join(", ");

/** The primary key of a ledger with partitions. */
export const partitionedPrimaryKey = withKey(["id"]);

/** The columns of each unique index of a ledger with partitions. */
export const partitionedUniques: ReadonlyMap<string, string> = new Map(
  getTableConfig(ledgerEntry).indexes.flatMap(({ config: { unique, name = "", columns } }) =>
    unique ? [[name, withKey(columns.map((column) => (column as { name: string }).name))] as const] : [],
  ),
);
