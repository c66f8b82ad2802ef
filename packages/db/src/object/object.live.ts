import { deletedStatus } from "@rewards/domain";
import type postgres from "postgres";
import type { Sql, Tx } from "../client.ts";

/**
 * True for records that are not deleted. The status is a literal: with a parameter, a prepared statement could not use
 * the unique index of a business key, which covers only these records.
 */
export function isLive(sql: Sql | Tx, table?: string): postgres.PendingQuery<postgres.Row[]> {
  return sql.unsafe(`${table ? `${table}.` : ""}status <> '${deletedStatus}'`) as postgres.PendingQuery<postgres.Row[]>;
}
