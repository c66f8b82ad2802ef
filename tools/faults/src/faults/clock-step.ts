import { clockSql } from "@rewards/lab/clock";
import type { Fault } from "./fault.ts";

const stepSeconds = 5;

const setAhead = (seconds: number) => `
  create table faults.clock (ahead interval);
  grant select on faults.clock to public;
  insert into faults.clock values (interval '${seconds} seconds');
  ${clockSql("faults", "pg_catalog.clock_timestamp() + (select ahead from faults.clock)")}`;

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
