import { Redis } from "ioredis";
import type { Sql } from "postgres";
import type { World } from "./world.ts";

/** What the product's sessions do, and which sessions they wait for. */
export const readSessions = (sql: Sql) => sql`
  select pid, application_name, state, wait_event, pg_catalog.clock_timestamp() - xact_start as open_for,
    pg_catalog.clock_timestamp() - state_change as state_for, left(query, 80) as query, pg_blocking_pids(pid) as blocked_by
  from pg_stat_activity where datname = current_database() and xact_start is not null`;

/**
 * Simulates the passage of time: pending records become overdue, and failing ones due. The product's own rules apply.
 */
export async function letTimePass(sql: Sql): Promise<void> {
  await sql`
    update pending p set since = since - interval '1 minute'
    where exists (select from (select class, id from pending order by class, id for update) o where o.class = p.class and o.id = p.id)`;
  await sql`update failing set next_at = pg_catalog.clock_timestamp() - interval '1 second'`;
}

/** Expires every job's lock, as if its worker had not renewed it. */
export async function expireJobLocks({ backend, redis, sql }: World): Promise<void> {
  if (backend === "postgres") {
    await sql`update bullmq.job set lock_token = null, locked_until_ms = 0 where state = 'active'`;
    return;
  }
  await withRedis(redis?.url ?? "", async (client) => {
    const locks = await client.keys("{rewards*}:*:lock");
    if (locks.length > 0) await client.del(...locks);
  });
}

/** Runs `work` on a separate connection. */
export async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}
