import type { Sql, Tx } from "../client.ts";
import type { Settling } from "../object/object.settle.ts";

/**
 * Deletes the rows of `pending` and `failing` of records that are already settled. No stage settles them again, so such
 * a row would be enqueued forever.
 */
export async function dropSettled(
  sql: Sql | Tx,
  { class: className, noun, from }: Settling,
  ids: readonly string[],
): Promise<void> {
  const open = sql`array(select t.id from ${sql(noun)} t where t.id = any(${[...ids]}::uuid[]) and t.status = any(${[...from]}::text[]))`;
  await sql`
    with dropped as (
      delete from failing where class = ${className} and id = any(${[...ids]}::uuid[]) and not id = any(${open})
    )
    delete from pending where class = ${className} and id = any(${[...ids]}::uuid[]) and not id = any(${open})`;
}
