import { claimWebhooks, type Sql } from "@rewards/db";
import { formatId, webhookPrefix } from "@rewards/domain";
import { remedyOf } from "@rewards/operations";
import { createSampledWarn } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import { createAddressCheck } from "@rewards/webhook";
import { runTurn } from "./webhook.turn.ts";

/** Subscriptions in the hands of one worker: the receivers that hang take no place of the others until then. */
const turnsMax = 32;
const lookEveryMs = 1_000;
/** For attempts under way when the worker stops. */
const endMsMax = 2_000;

export interface WebhookOptions {
  /** Networks that may be called though they are not public. */
  readonly networks: readonly string[];
  readonly retrySeconds: readonly number[];
}

interface WebhookDeps {
  readonly sql: Sql;
  readonly isBusy: () => boolean;
  readonly logger: Logger;
}

export interface Webhooks {
  /** Begins the turns of subscriptions that have something to do. Looks at most once a second, or at once if told so. */
  look(isNow: boolean): Promise<void>;
  /** Attempts so far, by subscription. */
  readonly attempts: ReadonlyMap<string, { delivered: number; failed: number }>;
  stop(): Promise<void>;
}

/** Delivers events to subscribers, in every worker: a lease in Postgres says which of them has a subscription. */
export function createWebhooks(
  { networks, retrySeconds }: WebhookOptions,
  { sql, isBusy, logger }: WebhookDeps,
): Webhooks {
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const attempts = new Map<string, { delivered: number; failed: number }>();
  const turns = new Set<Promise<void>>();
  const warn = createSampledWarn(logger, "webhooks are not delivered meanwhile; the log of events keeps them");
  const fail = (err: unknown) => warn({ err, remedy: remedyOf(err) });
  let nextMs = 0;
  const count = (uuid: string, delivered: number, failed: number) => {
    const webhook = formatId(webhookPrefix, uuid);
    const before = attempts.get(webhook) ?? { delivered: 0, failed: 0 };
    attempts.set(webhook, { delivered: before.delivered + delivered, failed: before.failed + failed });
  };
  const check = createAddressCheck(networks);
  const deps = { sql, check, retrySeconds, isBusy, count, stopping: stopping.signal, ending: ending.signal };
  return {
    attempts,
    async look(isNow) {
      const room = turnsMax - turns.size;
      if (stopping.signal.aborted || room === 0 || (!isNow && performance.now() < nextMs)) return;
      nextMs = performance.now() + lookEveryMs;
      for (const held of await claimWebhooks(sql, room)) {
        const turn = runTurn(deps, held)
          .catch(fail)
          .finally(() => turns.delete(turn));
        turns.add(turn);
      }
    },
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => ending.abort(), endMsMax);
      await Promise.all(turns);
      clearTimeout(timer);
    },
  };
}
