import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { World } from "./world.ts";

const pollMs = 50;

/** What the product's sessions are at, and whom they wait for. */
const readSessions = (sql: Sql) => sql`
  select pid, application_name, state, wait_event, pg_catalog.clock_timestamp() - xact_start as open_for,
    pg_catalog.clock_timestamp() - state_change as state_for, left(query, 80) as query, pg_blocking_pids(pid) as blocked_by
  from pg_stat_activity where datname = current_database() and xact_start is not null`;

/**
 * Waits until these sales are settled, while the harm lasts and the load goes on, and adds to the check of the round that
 * they were: at its end everything is whole again, and they would be settled in any case.
 */
export async function expectPosted({ sql, expect }: World, keys: readonly string[], msMax: number): Promise<void> {
  const endsMs = performance.now() + msMax;
  for (;;) {
    const waiting = await sql`
      select s.external_id, p.since, f.next_at from pending p join sale s on s.id = p.id
        left join failing f on f.class = p.class and f.id = p.id where s.external_id = any(${[...keys]}::text[])`;
    if (waiting.length > 0 && performance.now() < endsMs) {
      await delay(pollMs);
      continue;
    }
    const sessions = waiting.length === 0 ? [] : await readSessions(sql);
    const rule: Rule = () =>
      waiting.map((row, index) => ({
        kind: "stuck",
        key: String(row["external_id"]),
        message: `not settled within ${msMax} ms of the harm, and nothing was in its way`,
        evidence: index === 0 ? [row, ...sessions] : [row],
      }));
    return expect(rule);
  }
}
