import type { Sql } from "../client.ts";
import type { TestDatabase } from "./database.ts";

interface TestClock {
  /** A pool whose statements and column defaults read this clock. */
  readonly sql: Sql;
  set(ms: number): Promise<void>;
}

/**
 * Gives the database another clock: the search path of new sessions finds this function before that of Postgres. The
 * product does not notice. The server's own timeouts do not change.
 */
export async function openClock({ sql, openPool }: TestDatabase): Promise<TestClock> {
  await sql.unsafe(`
    create schema test_clock;
    create table test_clock.clock (at timestamptz);
    insert into test_clock.clock values (pg_catalog.clock_timestamp());
    create function test_clock.clock_timestamp() returns timestamptz volatile language sql as
      $$ select at from test_clock.clock $$;
    do $$
    declare c record;
    begin
      for c in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'clock_timestamp()'
      loop
        execute format('alter table %I alter column %I set default test_clock.clock_timestamp()', c.table_name, c.column_name);
      end loop;
      execute format('alter database %I set search_path = test_clock, pg_catalog, public', current_database());
    end $$`);
  const pool = openPool(2);
  return {
    sql: pool,
    set: async (ms) => void (await pool`update test_clock.clock set at = ${new Date(ms).toISOString()}`),
  };
}
