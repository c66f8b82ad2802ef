import type { Tx } from "@rewards/db";
import { defaultPartition, firstId, type SalePartition } from "./partition.read.ts";
import { PartitionError } from "./partition.session.ts";

/** A month of sales, in the table or outside of it. */
export interface SalePart extends Pick<SalePartition, "name" | "state"> {
  readonly fromId: string;
  /** Null for the default partition. */
  readonly toId: string | null;
  /** Whether it is over, by Postgres' clock. */
  readonly isClosed: boolean;
  /** What its files have; null before it is archived. */
  readonly sales: number | null;
  readonly sha256: string | null;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @throws PartitionError if there is no such partition. */
export async function findPartition(tx: Tx, name: string): Promise<SalePart> {
  const [part] = await tx.unsafe<SalePart[]>(
    `
    select p.*, coalesce(instant_of_id("toId") <= clock_timestamp() at time zone 'UTC', false) as "isClosed" from (
      select c.relname::text as name, 'attached' as state, null::float8 as sales, null::text as sha256,
        coalesce(substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([-0-9a-f]{36})''\\)'), '${firstId}')::uuid as "fromId",
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([-0-9a-f]{36})''\\)')::uuid as "toId"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'sale'::regclass
      union all
      select name, case when archived_at is null then 'detached' else 'archived' end, sales::float8, sha256, from_id, to_id from sale_archive
    ) p where name = $1`,
    [name],
  );
  if (!part || name === defaultPartition)
    throw new PartitionError(
      `There is no partition ${name} that can be moved: \`rewards partitions list\` prints them.`,
    );
  return part;
}
