import { stagedObjects } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { amongIds } from "../object/object.ids.ts";
import { columnName } from "../object/object.table.ts";

/**
 * By UUID, the value that keeps records of a queue together in one partition. Undefined if the queue's class has no such
 * field. One statement.
 */
export async function readQueueKeys(
  sql: Sql,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const field = stagedObjects.find(({ noun }) => noun === queue)?.staged?.together;
  if (field === undefined) return undefined;
  const rows = await sql<{ id: string; key: string }[]>`
    select id, ${sql(columnName(field))} as key from ${sql(queue)} where ${amongIds(sql, "id", ids)}`;
  return new Map(rows.map(({ id, key }) => [id, key]));
}
