import { stagedClasses } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { countWorkers } from "../lease/lease.hold.ts";

/**
 * How long the oldest pending record has waited, ms by Postgres' clock, if no worker runs; undefined if one does, or if no
 * record waits.
 */
export async function readUnattended(sql: Sql): Promise<number | undefined> {
  if ((await countWorkers(sql)) > 0) return undefined;
  const [row] = await sql<{ ms: number | null }[]>`
    select (extract(epoch from clock_timestamp() - min(o.since)) * 1000)::float8 as ms
    from unnest(${[...stagedClasses]}::text[]) as c(class)
      cross join lateral (select since from pending p where p.class = c.class order by since limit 1) as o`;
  return row?.ms ?? undefined;
}
