import { ledgerEntry, type Sql, type Tx } from "@rewards/db";
import { getTableConfig } from "drizzle-orm/pg-core";
import { showRow } from "../row.show.ts";

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

/** A part of the table of sales. */
export interface SalePartition {
  readonly name: string;
  /** The instants of the IDs that it takes, ISO 8601: from, and before. Null means without end. */
  readonly from: string | null;
  readonly to: string | null;
  /** `attached` parts are in use; `detached` ones are tables apart, not yet archived; `archived` ones are files only. */
  readonly state: "attached" | "detached" | "archived";
  /** An estimate for attached parts; null if unknown. */
  readonly sales: number | null;
  /** On disk, with indexes; null for archived parts. */
  readonly bytes: number | null;
}

/** The name of the partition that takes the sales that no month takes. */
export const defaultPartition = "sale_default";

/** Before every UUIDv7: where a month without a lower bound begins. */
export const firstId = "00000000-0000-0000-0000-000000000000";

const boundOf = (side: string) =>
  `instant_of_id(substring(bound from '${side} \\(''([-0-9a-f]{36})''\\)')::uuid) at time zone 'UTC'`;

/** All parts of the table of sales in order of time, the default partition last. */
export async function listPartitions(sql: Sql | Tx): Promise<SalePartition[]> {
  const rows = await sql.unsafe(`
    select name, ${boundOf("FROM")} as "from", ${boundOf("TO")} as "to", 'attached' as state, sales, bytes from (
      select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound,
        case when c.reltuples >= 0 then c.reltuples::bigint end::float8 as sales, pg_total_relation_size(c.oid)::float8 as bytes
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('sale')) p
    union all
    select name, instant_of_id(nullif(from_id, '${firstId}')) at time zone 'UTC', instant_of_id(to_id) at time zone 'UTC',
      case when archived_at is null then 'detached' else 'archived' end, sales::float8, pg_total_relation_size(to_regclass(quote_ident(name)))::float8
    from sale_archive
    order by "to" nulls last`);
  return rows.map((row) => showRow<SalePartition>(row));
}

/** The partitions as the status shows them. */
export interface PartitionStatus {
  /** Up to when sales have a partition of a month, ISO 8601; null if none has. */
  readonly until: string | null;
  /** Whether that is before the end of next month, by Postgres' clock. */
  readonly isShort: boolean;
}

/** Reads the catalog only. */
export async function readPartitionStatus(sql: Sql | Tx): Promise<PartitionStatus> {
  const [row = {}] = await sql.unsafe(`
    select u.until, coalesce(u.until, '-infinity') < date_trunc('month', clock_timestamp() at time zone 'UTC') at time zone 'UTC' + interval '2 months' as "isShort"
    from (
      select max(${boundOf("TO")}) as until from (
        select pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('sale')) p) u`);
  return showRow<PartitionStatus>(row);
}
