import type { Sql, Tx } from "../client.ts";
import type { Settling } from "../object/object.settle.ts";

/**
 * Takes away what still stands in `pending` and `failing` for records that are settled, since no stage settles them
 * again: without it such a row would be enqueued for ever.
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
