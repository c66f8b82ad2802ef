import { poll } from "@rewards/lab/poll";
import { findingOf, type Rule } from "../check/book.ts";
import type { Attempt, LoadRecord } from "../load/record.ts";
import { checkReadiness, followReadiness } from "../round/readiness.ts";
import type { Fault } from "./fault.ts";

/** The service ends a silent connection after 7 s; callers that waited then use a new one. */
const answerMsMax = 12_000;
const pollMs = 100;

const doneMsOf = ({ doneMs }: Attempt) => doneMs ?? Number.POSITIVE_INFINITY;

/** Every call over the API has an answer in time. */
const checkAnswered =
  (api: string, fromMs: number, msMax: number): Rule =>
  ({ record }) =>
    record.calls
      .filter(({ attempts }) =>
        attempts.some((one) => one.api === api && one.sentMs > fromMs && doneMsOf(one) - one.sentMs > msMax),
      )
      .map((recorded) => findingOf("unbounded", recorded, `not answered within ${msMax} ms`));

const isAccepting = ({ calls }: LoadRecord, api: string, fromMs: number) =>
  calls.some(({ attempts }) => attempts.some((one) => one.api === api && one.sentMs > fromMs && one.status === 201));

export const connectionSilences: readonly Fault[] = [
  {
    name: "connections-silent",
    numbers: [28],
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
      await poll(() => isAccepting(load.record, api.name, fromMs), Boolean, answerMsMax * patience, pollMs);
      return () => readiness.end(answerMsMax * patience);
    },
  },
];
