import { clockSql } from "../../../../tools/lab/src/clock.ts";
import type { Sql } from "../client.ts";
import type { TestDatabase } from "./database.ts";

interface TestClock {
  /** A pool whose statements and column defaults read this clock. */
  readonly sql: Sql;
  set(ms: number): Promise<void>;
}

/** Gives the database a clock that the test sets. */
export async function openClock({ sql, openPool }: TestDatabase): Promise<TestClock> {
  await sql.unsafe(`
    create schema test_clock;
    create table test_clock.clock (at timestamptz);
    insert into test_clock.clock values (pg_catalog.clock_timestamp());
    ${clockSql("test_clock", "at from test_clock.clock")}`);
  const pool = openPool(2);
  return {
    sql: pool,
    set: async (ms) => void (await pool`update test_clock.clock set at = ${new Date(ms).toISOString()}`),
  };
}
