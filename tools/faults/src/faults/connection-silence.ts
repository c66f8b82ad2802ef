import { setTimeout as delay } from "node:timers/promises";
import { send } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";
import { findingOf, type Rule, rowFinding } from "../check/book.ts";
import type { Attempt, LoadRecord } from "../load/record.ts";
import type { Fault } from "./fault.ts";

/** The service ends a silent connection after 7 s; callers that waited then use a new one. */
const answerMsMax = 12_000;
/** Longer than readiness lets a batch of sales wait, plus the time of one of its checks. */
const unreadyAfterMs = 7_000;
/** After this, sales succeed again, and those that waited have their answers. */
const soonMs = 2_000;
const pollMs = 100;
const readyzMsMax = 5_000;

/** A /readyz answer of one API. */
interface Seen {
  readonly atMs: number;
  readonly status: number;
}

/** Polls an API's /readyz. `end` resolves when it is ready, or after a timeout. */
function followReadiness(url: string) {
  const seen: Seen[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const { status } = await send(url, { method: "GET", path: "/readyz" }, readyzMsMax).catch(() => ({ status: 0 }));
      seen.push({ atMs: performance.now(), status });
      await delay(pollMs);
    }
  })();
  const isReady = () => seen.at(-1)?.status === 200;
  return {
    seen,
    async end() {
      await poll(isReady, Boolean, answerMsMax, pollMs);
      isOver = true;
      await asking;
    },
  };
}

const doneMsOf = ({ doneMs }: Attempt) => doneMs ?? Number.POSITIVE_INFINITY;

/** Every call over the API has an answer in time. */
const checkAnswered =
  (api: string, fromMs: number): Rule =>
  ({ record }) =>
    record.calls
      .filter(({ attempts }) =>
        attempts.some((one) => one.api === api && one.sentMs > fromMs && doneMsOf(one) - one.sentMs > answerMsMax),
      )
      .map((recorded) => findingOf("unbounded", recorded, `not answered within ${answerMsMax} ms`));

/** The API is never ready while a sale waits for long, and it is ready at the end. */
const checkReadiness =
  (api: string, seen: readonly Seen[]): Rule =>
  ({ record }) => {
    const ready = seen.filter(({ status }) => status === 200);
    const sales = record.calls.filter(({ call }) => call.kind === "sale");
    const untrue = sales.filter(({ attempts }) =>
      attempts.some(
        (one) =>
          one.api === api &&
          ready.some(({ atMs }) => atMs > one.sentMs + unreadyAfterMs && atMs + soonMs < doneMsOf(one)),
      ),
    );
    return [
      ...untrue.map((recorded) => findingOf("false", recorded, "/readyz was 200 while it waited", ...ready)),
      ...(seen.at(-1)?.status === 200 ? [] : [rowFinding("unbounded", api, "it is not ready again", ...seen)]),
    ];
  };

const isAccepting = ({ calls }: LoadRecord, api: string, fromMs: number) =>
  calls.some(({ attempts }) => attempts.some((one) => one.api === api && one.sentMs > fromMs && one.status === 201));

export const connectionSilences: readonly Fault[] = [
  {
    name: "connections-silent",
    numbers: [28],
    summary: "all Postgres connections of an API and a worker go silent, without a reset or an end; new ones work",
    holds: ["postgres"],
    needs: ["server", "api"],
    async inject({ fleet, load, expect }, random) {
      const [api, worker] = [random.pick(fleet.apis), random.pick(fleet.workers)];
      const readiness = followReadiness(api.url);
      const fromMs = performance.now();
      for (const { proxy } of [api, worker]) proxy.silence();
      expect(checkAnswered(api.name, fromMs));
      expect(checkReadiness(api.name, readiness.seen));
      await poll(() => isAccepting(load.record, api.name, fromMs), Boolean, answerMsMax, pollMs);
      return () => readiness.end();
    },
  },
];
