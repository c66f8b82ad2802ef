import type { Sql } from "../client.ts";

const rowsMax = 1_000;
const attemptDaysMax = 3;

/** Deletes old rows of the log of attempts, and events that were set aside more than so many days ago. */
export async function pruneWebhooks(sql: Sql, setAsideDaysMax: number): Promise<void> {
  for (let deleted = rowsMax; deleted === rowsMax; ) {
    const { count } = await sql`
      delete from webhook_attempt where id in (select id from webhook_attempt order by id limit ${rowsMax})
        and at < clock_timestamp() - make_interval(days => ${attemptDaysMax})`;
    deleted = count;
  }
  await sql`
    delete from webhook_parked where is_dead and next_at < clock_timestamp() - make_interval(days => ${setAsideDaysMax})`;
}
