import { setTimeout as pause } from "node:timers/promises";
import { type HeldWebhook, readSlice, releaseWebhook, type Sql, writeSlice } from "@rewards/db";
import { eventRecord, formatId } from "@rewards/domain";
import { createGuardedAgent, sendWebhook } from "@rewards/webhook";
import { planTries, type Try } from "./webhook.plan.ts";
import { settleSlice } from "./webhook.settle.ts";
import { tryLanes } from "./webhook.try.ts";

/** After that, a turn ends, and another subscription may have its place. */
const turnMsMax = 10_000;
/** After that, a slice begins no attempt: with the time of an answer it ends before its lease. */
const beginMsMax = 10_000;
/** The rest after a slice while sales are processed: three times what it took, but not long. */
const restFactor = 3;
const restMsMax = 2_000;

/** What all turns of a worker share. */
export interface TurnDeps {
  readonly sql: Sql;
  readonly check: Parameters<typeof createGuardedAgent>[0];
  readonly retrySeconds: readonly number[];
  /** Whether this worker processes sales. */
  readonly isBusy: () => boolean;
  /** Counts the attempts of a slice. */
  readonly count: (webhook: string, delivered: number, failed: number) => void;
  /** Ends waiting; attempts under way go on. */
  readonly stopping: AbortSignal;
  /** Breaks attempts off. */
  readonly ending: AbortSignal;
}

type Agent = ReturnType<typeof createGuardedAgent>;

/** A slice under way. */
interface Sending {
  readonly webhook: HeldWebhook;
  readonly agent: Agent;
  readonly beganMs: number;
}

/** Posts one event. */
async function send({ ending }: TurnDeps, { webhook, agent, beganMs }: Sending, { event }: Try) {
  const { now, url, secrets } = webhook;
  const { id, kind, at, body: data } = event;
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
  const sentAt = new Date(now.getTime() + performance.now() - beganMs);
  const message = { url, secrets, id: formatId(eventRecord.idPrefix, id), body, at: sentAt };
  const answer = await sendWebhook(agent, message, ending);
  return ending.aborted && answer.status === null ? undefined : answer;
}

/** @returns undefined if another turn has begun meanwhile. */
async function runSlice(deps: TurnDeps, agent: Agent, webhook: HeldWebhook): Promise<HeldWebhook | undefined> {
  const beganMs = performance.now();
  const slice = await readSlice(deps.sql, webhook);
  const tried = await tryLanes(planTries(webhook, slice), {
    send: (one) => send(deps, { webhook, agent, beganMs }, one),
    mayBegin: () => performance.now() < beganMs + beginMsMax && !deps.stopping.aborted,
    failures: webhook.failures,
    isFailing: webhook.isFailing,
  });
  const outcome = settleSlice(webhook, slice, tried, deps.retrySeconds);
  deps.count(webhook.id, outcome.delivered, outcome.attempts.length - outcome.delivered);
  return writeSlice(deps.sql, webhook, outcome);
}

/**
 * Delivers the events of a subscription in slices, until none is left, 10 s are over, or another process has its turn. An
 * event is written as delivered after its answer: after a crash between the two it is posted again, with the same ID.
 */
export async function runTurn(deps: TurnDeps, held: HeldWebhook): Promise<void> {
  const agent = createGuardedAgent(deps.check);
  const endMs = performance.now() + turnMsMax;
  let webhook: HeldWebhook | undefined = held;
  try {
    while (webhook?.isDue && performance.now() < endMs && !deps.stopping.aborted) {
      const beganMs = performance.now();
      webhook = await runSlice(deps, agent, webhook);
      const restMs = Math.min(restFactor * (performance.now() - beganMs), restMsMax);
      if (deps.isBusy()) await pause(restMs, undefined, { signal: deps.stopping }).catch(() => undefined);
    }
  } finally {
    await agent.destroy();
  }
  await releaseWebhook(deps.sql, held);
}
