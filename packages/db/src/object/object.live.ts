import { deletedStatus } from "@rewards/domain";
import type postgres from "postgres";
import type { Sql, Tx } from "../client.ts";

/**
 * True of records that are not deleted. The status is written into the text: as a parameter it would keep a
 * prepared statement from the unique index of a business key, which covers those records alone.
 */
export function isLive(sql: Sql | Tx, table?: string): postgres.PendingQuery<postgres.Row[]> {
  return sql.unsafe(`${table ? `${table}.` : ""}status <> '${deletedStatus}'`) as postgres.PendingQuery<postgres.Row[]>;
}
