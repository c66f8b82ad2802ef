import { setTimeout as delay } from "node:timers/promises";
import { findingOf, type Rule } from "../check/book.ts";
import type { Attempt, LoadRecord } from "../load/record.ts";
import type { Fault } from "./fault.ts";

/** A silent connection is ended after 7 s; who came meanwhile goes next, on a new one. */
const answerMsMax = 12_000;
/** Longer than readiness lets a batch of sales wait, and than one of its looks takes. */
const unreadyAfterMs = 7_000;
/** Sales get through again, and those that had to wait have their answers soon. */
const soonMs = 2_000;
const pollMs = 100;
const readyzMsMax = 5_000;

/** What /readyz of one API said. */
interface Seen {
  readonly atMs: number;
  readonly status: number;
}

/** Asks an API again and again whether it is ready; `end` resolves once it says so, or after a while. */
function followReadiness(url: string) {
  const seen: Seen[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(readyzMsMax) }).then(
        (response) => response.status,
        () => 0,
      );
      seen.push({ atMs: performance.now(), status });
      await delay(pollMs);
    }
  })();
  const isReady = () => seen.at(-1)?.status === 200;
  return {
    seen,
    async end() {
      await until(isReady);
      isOver = true;
      await asking;
    },
  };
}

/** Whether it came true in time. */
async function until(isTrue: () => boolean): Promise<boolean> {
  const endsMs = performance.now() + answerMsMax;
  while (!isTrue() && performance.now() < endsMs) await delay(pollMs);
  return isTrue();
}

const doneMsOf = ({ doneMs }: Attempt) => doneMs ?? Number.POSITIVE_INFINITY;

/** Every call over the API has an answer, in time. */
const checkAnswered =
  (api: string, fromMs: number): Rule =>
  ({ record }) =>
    record.calls
      .filter(({ attempts }) =>
        attempts.some((one) => one.api === api && one.sentMs > fromMs && doneMsOf(one) - one.sentMs > answerMsMax),
      )
      .map((recorded) => findingOf("unbounded", recorded, `not answered within ${answerMsMax} ms`));

/** The API is never ready while a sale waits for long, and it is at the end. */
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
    const late = { kind: "unbounded" as const, key: api, message: "it is not ready again", evidence: seen };
    return [
      ...untrue.map((recorded) => findingOf("false", recorded, "/readyz was 200 while it waited", ...ready)),
      ...(seen.at(-1)?.status === 200 ? [] : [late]),
    ];
  };

const isAccepting = ({ calls }: LoadRecord, api: string, fromMs: number) =>
  calls.some(({ attempts }) => attempts.some((one) => one.api === api && one.sentMs > fromMs && one.status === 201));

export const connectionSilences: readonly Fault[] = [
  {
    name: "connections-silent",
    numbers: [28],
    summary: "every connection of an API and of a worker to Postgres goes silent: no reset, no end; new ones work",
    holds: ["postgres"],
    needs: ["server", "api"],
    async inject({ fleet, load, expect }, random) {
      const [api, worker] = [random.pick(fleet.apis), random.pick(fleet.workers)];
      const readiness = followReadiness(api.url);
      const fromMs = performance.now();
      for (const { proxy } of [api, worker]) proxy.silence();
      expect(checkAnswered(api.name, fromMs));
      expect(checkReadiness(api.name, readiness.seen));
      await until(() => isAccepting(load.record, api.name, fromMs));
      return () => readiness.end();
    },
  },
];
