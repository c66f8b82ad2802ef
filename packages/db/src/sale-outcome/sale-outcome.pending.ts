import { sale } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { amongIds } from "../object/object.settle.ts";

/** Those of these sales that no worker has processed yet. */
export async function findPendingSales(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from sale where ${amongIds(sql, "id", ids)} and status = ${sale.initial}`;
  return rows.map(({ id }) => id);
}
