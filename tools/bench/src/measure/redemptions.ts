import type { Fragment, Sql } from "postgres";
import { readLag } from "./database.ts";
import { type Figures, quantileFigures } from "./figures.ts";

/**
 * How many redemptions were settled for each that was accepted, from the first fifth of the load to its end: below 1, a
 * queue grows.
 */
export const settledShare = "Settled/accepted";

/** Of the redemptions of one run, by the commits that last wrote their rows. @param isBurst they were sent all at once. */
export async function readSettled(sql: Sql, prefix: string, isBurst = false): Promise<Figures> {
  const ofRun = sql`from redemption where external_id like ${`${prefix}-%`} and external_id <> ''`;
  const times = sql`select create_date_time as created, pg_xact_commit_timestamp(xmin) as settled ${ofRun}`;
  const { seconds, lagMs } = await readLag(sql, times);
  const [counts] = await sql<{ Completed: number; Rejected: number }[]>`
    select count(*) filter (where status = 'Resolved-Completed')::int as "Completed",
      count(*) filter (where status = 'Resolved-Rejected')::int as "Rejected" ${ofRun}`;
  const share = isBurst ? {} : { [settledShare]: await readShare(sql, times) };
  return { ...counts, ...quantileFigures("Lag", lagMs), "All within (s)": seconds, ...share };
}

async function readShare(sql: Sql, times: Fragment): Promise<number> {
  const [row] = await sql<{ share: number }[]>`
    select (count(*) filter (where settled between since and until))::float8
      / (count(*) filter (where created between since and until)) as share
    from (${times}) r, (
      select min(created) + (max(created) - min(created)) / 5 as since, max(created) as until from (${times}) c
    ) load`;
  return row?.share ?? Number.NaN;
}
