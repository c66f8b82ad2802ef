import type { Sql } from "../client.ts";

const backoffSecondsMax = 3_600;
/** A failing record that was enqueued again is left alone for so long, in case that its job is lost. */
const againAfterSeconds = 30;

/** Sets records aside whose processing failed for a reason of their own: the next attempt comes later, with jitter. */
export async function recordFailing(sql: Sql, className: string, ids: readonly string[], error: string): Promise<void> {
  await sql`
    insert into failing as f (class, id, attempts, error, next_at)
    select ${className}, id, 1, ${error}, clock_timestamp() + (1 + random()) * interval '1 second' from unnest(${[...ids]}::uuid[]) as r(id)
    where exists (select from pending p where p.class = ${className} and p.id = r.id)
    on conflict (class, id) do update set attempts = f.attempts + 1, error = excluded.error,
      next_at = clock_timestamp() + least(power(2, f.attempts), ${backoffSecondsMax}) * (0.5 + random()) * interval '1 second'`;
}

/** The failing records of a class whose next attempt is due. */
export async function takeDueFailing(sql: Sql, className: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update failing f set next_at = clock_timestamp() + ${againAfterSeconds} * interval '1 second'
    where f.class = ${className} and f.id = any(array(
      select id from failing where class = ${className} and next_at <= (select clock_timestamp()) order by next_at limit ${rowsMax}))
    returning f.id`;
  return rows.map((row) => row.id);
}
