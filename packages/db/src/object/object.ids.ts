import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "../client.ts";

/**
 * The condition that a column has one of these UUIDs, in lower case. Their bounds are for tables that are
 * partitioned by ID: by an array, which it does not know before it runs, Postgres leaves out no partition.
 */
export function amongIds(sql: Sql | Tx, column: string, ids: readonly string[]): PendingQuery<Row[]> {
  let [first = null, last = null] = [ids[0], ids[0]];
  for (const id of ids) {
    if (first === null || id < first) first = id;
    if (last === null || id > last) last = id;
  }
  return sql`${sql(column)} = any(${[...ids]}::uuid[]) and ${sql(column)} between ${first}::uuid and ${last}::uuid`;
}
