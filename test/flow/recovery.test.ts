import { backlog } from "@rewards/bench/drill/backlog";
import { outage } from "@rewards/bench/drill/outage";
import { restart } from "@rewards/bench/drill/restart";
import { schedule } from "@rewards/bench/drill/schedule";
import { createClosers } from "@rewards/lab/closers";
import { describe, type TestContext, test } from "vitest";
import { backends, hasRedis } from "./support/stack.ts";

type Backend = (typeof backends)[number];

/** A drill is ended with the test. */
function deskOf({ onTestFinished }: TestContext) {
  const closers = createClosers();
  onTestFinished(() => closers.close());
  return { env: process.env, say: () => undefined, closers };
}

/** A reduced size. `npm run drill` runs the same code at any size. */
const world = (backend: Backend, workers = 1) => ({ backend, workers, members: 200 });
const span = { seconds: 5, besideSeconds: 1, perSecond: 100 };

/** These tests mostly wait: for servers that are down, and for work that is due. Those that wait longest come first. */
describe.concurrent("recovery on real processes, side by side", () => {
  test.for(backends)(
    "one of three workers at a time does the scheduled work, which resumes after the queue lost it (%s)",
    async (queue, context) => {
      const { expect } = context;
      const figures = await schedule.measure(deskOf(context), { ...world(queue, 3), runs: 2 });
      expect(figures.processesEnded).toBe(0);
      // If each of the three workers did it, they would do it at the same moment.
      expect(Math.min(...figures.gapsBefore, ...figures.gapsAfter)).toBeGreaterThan(1);
    },
  );

  test.for([
    ...(hasRedis ? [{ queue: "redis", by: "freeze" } as const] : []),
    { queue: "postgres", by: "kill" } as const,
  ])(
    "sales are accepted while the queue's server is down, and posted afterwards ($queue, $by)",
    async ({ queue, by }, context) => {
      const { expect } = context;
      const figures = await outage.measure(deskOf(context), { ...world(queue), ...span, by, seconds: 4 });
      expect(figures.accepted).toBe(figures.sent);
      expect(figures.during.statuses).toEqual({ 201: expect.any(Number) });
      // The queue's server really was down.
      expect(figures.unpostedAtReturn).toBeGreaterThan(100);
      expect(figures.durable).toBe(figures.accepted);
      expect(figures.processesEnded).toBe(0);
    },
  );

  test.for(backends)(
    "while Postgres is stopped callers get 503, every 201 is durable, and service resumes without help (queue on %s)",
    async (queue, context) => {
      const { expect } = context;
      const figures = await restart.measure(deskOf(context), { ...world(queue), ...span });
      expect(figures).toMatchObject({ refusedWithoutRetryAfter: 0, otherAnswers: 0, processesEnded: 0 });
      expect(figures.refused).toBeGreaterThan(0);
      expect(figures.accepted).toBeGreaterThan(100);
      expect(figures.durable).toBe(figures.accepted);
      expect(figures.downs.map(({ firstAcceptedMs }) => Number.isFinite(firstAcceptedMs))).toEqual([true, true]);
    },
  );

  test.for(backends)(
    "a backlog that loses all jobs is posted without help, each sale once, with few duplicate jobs (queue on %s)",
    async (queue, context) => {
      const { expect } = context;
      const sales = 10_000;
      const figures = await backlog.measure(deskOf(context), { ...world(queue), sales });
      expect(figures).toMatchObject({
        accepted: sales,
        pendingAtLoss: sales,
        postedAtLoss: 0,
        durable: sales,
        processesEnded: 0,
      });
      // There were jobs to lose, all were lost, and recovery enqueued few sales twice.
      expect(figures.jobsAtLoss).toBeGreaterThan(10);
      expect(figures.enqueuedAgain).toBeGreaterThanOrEqual(sales);
      expect(figures.enqueuedAgain).toBeLessThanOrEqual(2 * sales);
    },
  );
});
