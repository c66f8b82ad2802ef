import type { Fault } from "./fault.ts";

const stepSeconds = 5;

/**
 * Replaces Postgres' clock for the product's statements and column defaults: the search path finds this function before
 * pg_catalog's. The server's own timeouts do not change.
 */
const setAhead = (seconds: number) => `
  create table faults.clock (ahead interval);
  grant select on faults.clock to public;
  insert into faults.clock values (interval '${seconds} seconds');
  create function faults.clock_timestamp() returns timestamptz volatile language sql as
    $$ select pg_catalog.clock_timestamp() + (select ahead from faults.clock) $$;
  do $$
  declare c record;
  begin
    for c in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'clock_timestamp()'
    loop
      execute format('alter table %I alter column %I set default faults.clock_timestamp()', c.table_name, c.column_name);
    end loop;
    execute format('alter database %I set search_path = faults, pg_catalog, public', current_database());
  end $$`;

export const clockSteps: readonly Fault[] = [
  {
    name: "process-clock-back",
    numbers: [24],
    summary: "the clocks of processes step back by an hour, each at another time",
    holds: ["clock", "api", "worker"],
    clocksAhead: "all",
    lastsMs: [300, 800],
    async inject({ fleet }, random) {
      const all = random.shuffle([...fleet.apis, ...fleet.workers]);
      const [first, ...others] = all;
      first?.signal("SIGUSR2");
      return async () => {
        for (const one of others) one.signal("SIGUSR2");
      };
    },
  },
  {
    name: "postgres-clock-back",
    numbers: [24],
    summary: `the clock of Postgres goes ${stepSeconds} s ahead and steps back`,
    holds: ["clock", "postgres"],
    needs: ["server"],
    lastsMs: [600, 1_200],
    async inject({ sql, fleet }) {
      const all = [...fleet.apis, ...fleet.workers];
      // A session reads its search path when it starts.
      for (const { proxy } of all) proxy.cut();
      await sql.unsafe(setAhead(stepSeconds)).finally(async () => {
        for (const { proxy } of all) await proxy.mend();
      });
      return async () => {
        await sql`update faults.clock set ahead = interval '0'`;
      };
    },
  },
];
