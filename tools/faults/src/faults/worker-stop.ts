import type { Sql } from "postgres";
import { unless } from "../check/book.ts";
import { points } from "../proxy/trap.ts";
import { readSessions } from "../round/posted.ts";
import { expireJobLocks, letTimePass } from "../round/time.ts";
import { catchAt } from "./catch.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

/** A worker that is stopped inside its transaction may hold balances for at most this long. */
const heldMsMax = 5_000;
const sessionsSeenEveryMs = 500;

/** Locks every balance, and records meanwhile which sessions block others. */
async function lockAllBalances(sql: Sql) {
  const startedMs = performance.now();
  const sessions: unknown[] = [];
  const watch = setInterval(async () => {
    const rows = await readSessions(sql).catch(() => []);
    sessions.splice(0, sessions.length, ...rows);
  }, sessionsSeenEveryMs);
  const refusal = await sql
    .begin(async (tx) => {
      await tx`select set_config('lock_timeout', ${String(heldMsMax)}, true)`;
      await tx`select id from balance order by member, currency for update`;
    })
    .then(
      () => undefined,
      (error: Error) => error.message,
    );
  clearInterval(watch);
  return { refusal, heldMs: Math.round(performance.now() - startedMs), sessions };
}

export const workerStops: readonly Fault[] = [
  {
    name: "worker-stopped-past-its-lock",
    numbers: [2],
    summary: "SIGSTOP of a worker until its jobs' locks have expired and other workers have its records, then SIGCONT",
    holds: ["worker", "queue"],
    needs: ["server"],
    lastsMs: [2_500, 4_000],
    async inject(world, random) {
      const worker = random.pick(world.fleet.workers);
      worker.signal("SIGSTOP");
      await expireJobLocks(world);
      await letTimePass(world.sql);
      return async () => worker.signal("SIGCONT");
    },
  },
  {
    name: "worker-stopped-in-transaction",
    numbers: [23],
    summary: "SIGSTOP of a worker that holds balances: all of them are released within 5 s",
    holds: ["worker", "postgres"],
    needs: ["server"],
    lastsMs: [0, 500],
    async inject(world, random) {
      const worker = random.pick(world.fleet.workers);
      const isStopped = await catchAt(worker.proxy, points.beforeCommit, () => worker.signal("SIGSTOP"));
      if (!isStopped) return undefined;
      const { refusal, heldMs, sessions } = await lockAllBalances(world.sql);
      const message = `balances held for ${heldMs} ms`;
      world.expect(unless(refusal === undefined, "unbounded", worker.name, message, refusal, ...sessions));
      return async () => worker.signal("SIGCONT");
    },
  },
  {
    name: "processes-rolled",
    numbers: [15],
    summary: "rolling restart of every API and worker by SIGTERM",
    holds: ["worker", "api"],
    // Without these, work may legitimately be given up at the end.
    needs: ["server", "postgres"],
    async inject({ fleet, expect }) {
      for (const one of [...fleet.apis, ...fleet.workers]) {
        const code = await one.stop();
        expect(unless(code === 0, "failed", one.name, `ended with code ${code}`));
        await one.restart();
      }
      return nothingToHeal;
    },
  },
];
