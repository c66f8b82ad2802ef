import type { Sql } from "../client.ts";

/**
 * Ends every other session while it runs a statement that matches, until the work is over.
 * @param statement a regular expression of Postgres.
 * @returns whether the work failed.
 */
export async function whileKilling(sql: Sql, statement: string, work: () => Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const working = work().then(
    () => false,
    () => true,
  );
  const killing = (async () => {
    while (!isOver)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle' and query ~ ${statement}`.catch(() => undefined);
  })();
  const hasFailed = await working;
  isOver = true;
  await killing;
  return hasFailed;
}
