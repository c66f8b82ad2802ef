import type { Sql, Tx } from "../client.ts";
import { formerLedger } from "./ledger-partition.table.ts";

/** The partitions of the ledger, by member. */
export interface LedgerPartitions {
  /** Their number; 0 if the ledger has none. */
  readonly partitions: number;
  /** Since when a change to partitions has been under way, ISO 8601; null if none is. */
  readonly changingSince: string | null;
  /** The size of the table that they replaced; null once it is dropped. */
  readonly formerBytes: number | null;
}

/** Reads the catalog only. */
export async function readLedgerPartitions(sql: Sql | Tx): Promise<LedgerPartitions> {
  const [row] = await sql<{ partitions: number; since: Date | null; bytes: string | null }[]>`
    select (select count(*)::int from pg_inherits where inhparent = to_regclass('ledger_entry')) as partitions,
      (select started_at from partitioning where relation = 'ledger_entry') as since,
      pg_total_relation_size(to_regclass(${formerLedger})) as bytes`;
  return {
    partitions: row?.partitions ?? 0,
    changingSince: row?.since?.toISOString() ?? null,
    formerBytes: row?.bytes == null ? null : Number(row.bytes),
  };
}
