import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@rewards/lab/poll";
import type { Rule } from "../check/book.ts";
import { finding } from "../check/finding.ts";
import { times } from "../list.ts";
import { doneMsOf, type LoadRecord, salesOver } from "../load/record.ts";
import { points } from "../proxy/trap.ts";
import { checkReadiness, followReadiness } from "../round/readiness.ts";
import type { FaultRows } from "./fault.ts";
import { catchAt } from "./kill.ts";

const cuts = 6;
const terminations = 25;
const delayMsMin = 150;
const delayMsMax = 500;
/** The service ends a silent connection after 7 s; callers that waited then use a new one. */
const answerMsMax = 12_000;
/** Commits of sessions that do not ask for more stay in memory for this long, unless there are very many. */
const asynchronous = { synchronous_commit: "off", wal_writer_delay: "10s", wal_writer_flush_after: "1GB" };
const acceptedMin = 100;
const acceptMsMax = 10_000;

/** Every call over the API has an answer in time. */
const checkAnswered =
  (api: string, fromMs: number, msMax: number): Rule =>
  ({ record }) =>
    record.calls
      .filter(({ attempts }) =>
        attempts.some((one) => one.api === api && one.sentMs > fromMs && doneMsOf(one) - one.sentMs > msMax),
      )
      .map((recorded) => finding("unbounded", recorded, `not answered within ${msMax} ms`));

/** Sales that were sent after this moment, and accepted. */
const acceptedSince = (record: LoadRecord, fromMs: number, api?: string) =>
  salesOver(record, api).filter(({ status, sentMs }) => status === 201 && sentMs > fromMs).length;

export const postgresFaults: FaultRows = {
  "postgres-restarted": {
    number: 6,
    summary: "Postgres is stopped at once under load (SIGQUIT), recovers from its log and returns",
    holds: ["server", "postgres", "queue"],
    async inject({ postgres }) {
      await postgres.end();
      await postgres.start();
    },
  },
  "commits-cut": {
    number: 6,
    summary: "connections are cut before or after a COMMIT: the process cannot know its outcome",
    holds: ["postgres"],
    async inject({ fleet }, random) {
      const caught = await Promise.all(
        times(cuts, () => {
          const { proxy } = random.pick(fleet.all);
          return catchAt(proxy, random.pick([points.atCommit, points.atCommitted]), (held) => held.cut());
        }),
      );
      return caught.includes(true) ? undefined : false;
    },
  },
  "backends-terminated": {
    number: 6,
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
    },
  },
  "postgres-slow": {
    number: 18,
    summary: "every statement takes up to half a second longer",
    holds: ["postgres"],
    lastsMs: [800, 1_500],
    async inject({ fleet }, random) {
      for (const { proxy } of fleet.all) proxy.slow(random.int(delayMsMin, delayMsMax));
      return () => {
        for (const { proxy } of fleet.all) proxy.slow(0);
      };
    },
  },
};

export const connectionFaults: FaultRows = {
  "connections-silent": {
    number: 28,
    summary: "all Postgres connections of an API and a worker go silent, without a reset or an end; new ones work",
    holds: ["postgres"],
    needs: ["server", "api"],
    async inject({ fleet, load, patience, expect }, random) {
      const [api, worker] = [random.pick(fleet.apis), random.pick(fleet.workers)];
      const readiness = followReadiness(api.url);
      const fromMs = performance.now();
      for (const { proxy } of [api, worker]) proxy.silence();
      expect(checkAnswered(api.name, fromMs, answerMsMax * patience));
      expect(checkReadiness(api.name, readiness.seen));
      await poll(() => acceptedSince(load.record, fromMs, api.name), Boolean, answerMsMax * patience);
      return () => readiness.end(answerMsMax * patience);
    },
  },
  "commits-asynchronous": {
    number: 32,
    summary: "Postgres runs with synchronous_commit=off and is killed with all of its processes (SIGKILL)",
    holds: ["server", "postgres", "queue"],
    async inject({ postgres, load, patience }) {
      await postgres.end();
      await postgres.start(asynchronous);
      const fromMs = performance.now();
      const isAccepting = () => acceptedSince(load.record, fromMs) >= acceptedMin;
      await poll(isAccepting, Boolean, acceptMsMax * patience);
      await postgres.crash();
      await postgres.start();
      return isAccepting() ? undefined : false;
    },
  },
};
