import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { rowFinding } from "../check/book.ts";
import type { Call } from "../load/call.ts";
import type { RoundWorld } from "./world.ts";

/** What the product's sessions do, and which sessions they wait for. */
export const readSessions = (sql: Sql) => sql`
  select pid, application_name, state, wait_event, pg_catalog.clock_timestamp() - xact_start as open_for,
    pg_catalog.clock_timestamp() - state_change as state_for, left(query, 80) as query, pg_blocking_pids(pid) as blocked_by
  from pg_stat_activity where datname = current_database() and xact_start is not null`;

/**
 * Waits until these sales are settled while the harm lasts and the load goes on, and adds the result to the round's
 * check. The round's end would prove nothing: everything is healed then and settles in any case.
 * @param quietMsMax how long they may take on a quiet machine.
 */
export async function expectPosted(world: RoundWorld, sales: readonly Call[], quietMsMax: number): Promise<void> {
  const { sql, expect } = world;
  const msMax = quietMsMax * world.patience;
  const keys = sales.map(({ key }) => key);
  const readWaiting = () => sql`
    select s.external_id, p.since, f.next_at from pending p join sale s on s.id = p.id
      left join failing f on f.class = p.class and f.id = p.id where s.external_id = any(${keys}::text[])`;
  const waiting = await poll(readWaiting, isEmpty, msMax);
  const sessions = isEmpty(waiting) ? [] : await readSessions(sql);
  expect(() =>
    waiting.map((row, index) => {
      const message = `not settled within ${msMax} ms of the harm, although nothing blocked it`;
      return rowFinding("stuck", String(row["external_id"]), message, row, ...(index === 0 ? sessions : []));
    }),
  );
}
