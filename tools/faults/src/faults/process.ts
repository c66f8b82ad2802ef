import { setTimeout as delay } from "node:timers/promises";
import { send } from "@rewards/lab/client";
import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { unless } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import type { Attempt } from "../load/record.ts";
import type { PostgresProxy } from "../proxy/proxy.open.ts";
import { type Caught, type Point, points } from "../proxy/trap.ts";
import { expireJobLocks, letTimePass, readSessions } from "../round/time.ts";
import type { World } from "../round/world.ts";
import type { FaultRows } from "./fault.ts";

const catchMsMax = 4_000;
/** A worker that is stopped inside its transaction may hold balances for at most this long. */
const heldMsMax = 5_000;
const stops = 2;
const looksEveryMs = 10;
const unreadyMsMax = 60_000;

/** Waits until a process reaches a point, and acts there. @returns false if the process does not reach it */
export async function catchAt(proxy: PostgresProxy, point: Point, act: (caught: Caught) => void): Promise<boolean> {
  const trap = proxy.catchAt(point, act);
  const timer = new AbortController();
  const late = delay(catchMsMax, false, { signal: timer.signal }).catch(() => false);
  const isCaught = await Promise.race([trap.caught.then(() => true), late]);
  timer.abort();
  trap.disarm();
  return isCaught;
}

/** The points at which a process is killed by SIGKILL; the number is that of the list in docs/reliability.md. */
const kills: readonly (readonly [name: string, app: "api" | "worker", number: number, point: Point, where: string])[] =
  [
    ["before-transaction", "worker", 1, points.beforeTransaction, "that is about to open a transaction"],
    ["in-transaction", "worker", 1, points.beforeCommit, "that has written, but not committed"],
    ["after-commit", "worker", 1, points.afterCommit, "that has committed, but not acknowledged its job"],
    ["with-batch-open", "api", 5, points.beforeInsert, "with a batch that Postgres has not seen"],
    ["after-commit", "api", 5, points.afterInsert, "between commit and enqueue"],
  ];

const killsOf = (wanted: string): FaultRows =>
  Object.fromEntries(
    kills.filter(([, app]) => app === wanted).map((kill) => [`${wanted}-killed-${kill[0]}`, killOf(kill)]),
  );

const killOf = ([, app, number, point, where]: (typeof kills)[number]): FaultRows[string] => ({
  number,
  summary: `kill -9 of ${app === "api" ? "an API" : "a worker"} ${where}`,
  holds: [app],
  lastsMs: [50, 800],
  async inject({ fleet }, random) {
    const victim = random.pick(app === "api" ? fleet.apis : fleet.workers);
    const isKilled = await catchAt(victim.proxy, point, (caught) => {
      victim.signal("SIGKILL");
      caught.cut();
    });
    return isKilled && (() => victim.restart());
  },
});

/** Locks every balance. Returns why it could not, with the sessions that hold them. */
async function lockAllBalances(sql: Sql): Promise<unknown[]> {
  const locked = sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(heldMsMax)}, true)`;
    await tx`select id from balance order by member, currency for update`;
  });
  return locked.then(
    () => [],
    async (error: Error) => [error.message, ...(await readSessions(sql))],
  );
}

/** Acts like a load balancer: polls /readyz until the API refuses new calls or stops answering. */
async function awaitUnready(url: string): Promise<void> {
  const read = () =>
    send(url, { method: "GET", path: "/readyz" }).then(
      ({ status }) => status,
      () => 0,
    );
  await poll(read, (status) => status !== 200, unreadyMsMax, looksEveryMs);
}

/** Every call that the API had, or received in this period, has an answer. */
function expectAnswers({ expect }: World, api: string, fromMs: number, toMs: number): void {
  const isLost = ({ api: to, sentMs, doneMs = toMs, lost }: Attempt) =>
    to === api && sentMs <= toMs && doneMs >= fromMs && lost !== undefined;
  expect(({ record }) =>
    record.calls.flatMap(({ call, attempts }) =>
      attempts
        .filter(isLost)
        .map(({ lost }) =>
          rowFinding("failed", call.key, `no answer from ${api}, which was asked to stop: ${lost}`, call),
        ),
    ),
  );
}

/** The sessions of workers that have written running sums, and wait for their process inside the transaction. */
const readSumHolders = (sql: Sql) => sql`
  select a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where a.datname = current_database() and a.application_name like 'rewards-worker%' and a.state = 'idle in transaction'
    and l.relation = 'tally'::regclass and l.mode = 'RowExclusiveLock' and l.granted`;

export const workerFaults: FaultRows = {
  ...killsOf("worker"),
  "worker-killed-with-sums": {
    number: 1,
    summary: "kill -9 of a worker that has written running sums of rules and holds their locks, but has not committed",
    holds: ["worker", "postgres"],
    needs: ["server"],
    lastsMs: [50, 800],
    async inject({ fleet, sql, expect }, random) {
      const victim = random.pick(fleet.workers);
      const held: Caught[] = [];
      if (!(await catchAt(victim.proxy, points.beforeSumsCommit, (caught) => held.push(caught)))) return false;
      const holders = await poll(
        () => readSumHolders(sql),
        (rows) => !isEmpty(rows),
        catchMsMax,
      );
      victim.signal("SIGKILL");
      for (const caught of held) caught.cut();
      expect(unless(!isEmpty(holders), "void", victim.name, "it held no running sum when it was killed"));
      return () => victim.restart();
    },
  },
  "worker-stopped-past-its-lock": {
    number: 2,
    summary: "SIGSTOP of a worker until its jobs' locks have expired and other workers have its records, then SIGCONT",
    holds: ["worker", "queue"],
    needs: ["server"],
    lastsMs: [2_500, 4_000],
    async inject(world, random) {
      const worker = random.pick(world.fleet.workers);
      worker.signal("SIGSTOP");
      await expireJobLocks(world);
      await letTimePass(world.sql);
      return () => worker.signal("SIGCONT");
    },
  },
  "worker-stopped-in-transaction": {
    number: 23,
    summary: "SIGSTOP of a worker that holds balances: all of them are released within 5 s",
    holds: ["worker", "postgres"],
    needs: ["server"],
    lastsMs: [0, 500],
    async inject({ fleet, sql, expect }, random) {
      const worker = random.pick(fleet.workers);
      const isStopped = await catchAt(worker.proxy, points.beforeCommit, () => worker.signal("SIGSTOP"));
      if (!isStopped) return false;
      const refusal = await lockAllBalances(sql);
      const message = `balances held for more than ${heldMsMax} ms`;
      expect(unless(refusal.length === 0, "unbounded", worker.name, message, ...refusal));
      return () => worker.signal("SIGCONT");
    },
  },
  "processes-rolled": {
    number: 15,
    summary: "rolling restart of every API and worker by SIGTERM",
    holds: ["worker", "api"],
    // Without these, work may legitimately be given up at the end.
    needs: ["server", "postgres"],
    async inject({ fleet, expect }) {
      for (const one of fleet.all) {
        const code = await one.stop();
        expect(unless(code === 0, "failed", one.name, `ended with code ${code}`));
        await one.restart();
      }
    },
  },
};

export const apiFaults: FaultRows = {
  ...killsOf("api"),
  "api-stopped-under-load": {
    number: 31,
    summary: "SIGTERM of an API whose callers keep their connections and follow /readyz: every call is answered",
    holds: ["api"],
    // Without these, an answer may legitimately fail to come in time.
    needs: ["server", "postgres"],
    async inject(world, random) {
      const { fleet, load, expect } = world;
      for (let n = 0; n < stops; n += 1) {
        const api = random.pick(fleet.apis);
        const fromMs = performance.now();
        const ended = api.stop();
        await awaitUnready(api.url);
        load.avoid(api.name, true);
        expectAnswers(world, api.name, fromMs, performance.now());
        const code = await ended;
        expect(unless(code === 0, "failed", api.name, `ended with code ${code}`));
        await api.restart();
        load.avoid(api.name, false);
      }
    },
  },
};
