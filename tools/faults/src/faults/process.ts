import { send } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { unless } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import { times } from "../list.ts";
import { makeMember } from "../load/call.ts";
import { makeSale } from "../load/make.sale.ts";
import type { Attempt } from "../load/record.ts";
import { type Point, points } from "../proxy/trap.ts";
import { expireJobLocks, letTimePass, readSessions } from "../round/time.ts";
import type { World } from "../round/world.ts";
import type { FaultRows } from "./fault.ts";
import { catchAt, killAt } from "./kill.ts";

/** A worker that is stopped inside its transaction may hold balances for at most this long. */
const heldMsMax = 5_000;
const stops = 2;
const climbers = 20;
/** Reaches the highest tier. */
const climb = { ProductCode: "P0", Quantity: 1, TotalAmount: 20_000 };
const looksEveryMs = 10;
const unreadyMsMax = 60_000;

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
  inject: (world, random) => killAt(world, random.pick(app === "api" ? world.fleet.apis : world.fleet.workers), point),
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

const uncommitted = { number: 1, holds: ["worker", "postgres"], needs: ["server"], lastsMs: [50, 800] } as const;

export const workerFaults: FaultRows = {
  ...killsOf("worker"),
  "worker-killed-with-sums": {
    ...uncommitted,
    summary: "kill -9 of a worker that has written running sums of rules and holds their locks, but has not committed",
    inject: (world, random) => killAt(world, random.pick(world.fleet.workers), points.beforeSumsCommit, "tally"),
  },
  "worker-killed-with-tiers": {
    ...uncommitted,
    summary: "kill -9 of a worker that has written changes of members' tiers, but has not committed",
    async inject(world, random) {
      const { fleet, load } = world;
      const members = times(climbers, () => makeMember(`KILLED${load.state.nextNumber()}`));
      await load.burst(members);
      const killing = killAt(world, random.pick(fleet.workers), points.beforeTiersCommit, "tier_change");
      // One after the other, so that the worker gets some of them.
      for (const { key: member } of members)
        await load.send(
          makeSale(random, load.state, { member, store: "S0", lines: [climb], soldAt: new Date().toISOString() }),
        );
      return killing;
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
