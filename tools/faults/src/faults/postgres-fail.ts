import { setTimeout as delay } from "node:timers/promises";
import { points } from "../proxy/trap.ts";
import { catchAt } from "./catch.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const cuts = 6;
const terminations = 25;
const delayMsMin = 150;
const delayMsMax = 500;

export const postgresFailures: readonly Fault[] = [
  {
    name: "postgres-restarted",
    numbers: [6],
    summary: "Postgres is stopped at once under load (SIGQUIT), recovers from its log and returns",
    holds: ["server", "postgres", "queue"],
    async inject({ postgres }) {
      await postgres.end();
      await postgres.start();
      return nothingToHeal;
    },
  },
  {
    name: "commits-cut",
    numbers: [6],
    summary: "connections are cut before or after a COMMIT: the process cannot know its outcome",
    holds: ["postgres"],
    async inject({ fleet }, random) {
      const caught = await Promise.all(
        Array.from({ length: cuts }, () => {
          const { proxy } = random.pick([...fleet.apis, ...fleet.workers]);
          return catchAt(proxy, random.pick([points.atCommit, points.atCommitted]), (held) => held.cut());
        }),
      );
      return caught.includes(true) ? nothingToHeal : undefined;
    },
  },
  {
    name: "backends-terminated",
    numbers: [6],
    summary: "active sessions are ended by pg_terminate_backend, one after the other",
    holds: ["postgres"],
    async inject({ sql }, random) {
      for (let n = 0; n < terminations; n += 1) {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'rewards-%'
          order by (state = 'idle'), random() limit 1`;
        await delay(random.int(5, 40));
      }
      return nothingToHeal;
    },
  },
  {
    name: "postgres-slow",
    numbers: [18],
    summary: "every statement takes up to half a second longer",
    holds: ["postgres"],
    lastsMs: [800, 1_500],
    async inject({ fleet }, random) {
      const all = [...fleet.apis, ...fleet.workers];
      for (const { proxy } of all) proxy.slow(random.int(delayMsMin, delayMsMax));
      return async () => {
        for (const { proxy } of all) proxy.slow(0);
      };
    },
  },
];
