import { type Database, numberEvents } from "@rewards/db";
import { remedyOf } from "@rewards/operations";
import { createSampledWarn } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import { repeat } from "./repeat.ts";
import type { Webhooks } from "./webhook/webhook.start.ts";

const everyMs = 200;

/**
 * Numbers events and begins to deliver them, in every worker: whichever holds the head or a subscription does it, so there
 * is nobody to wait for. A queue that is away delays neither.
 */
export function startEvents(
  { sql }: Pick<Database, "sql">,
  webhooks: Pick<Webhooks, "look" | "stop">,
  logger: Logger,
): { stop(): Promise<void> } {
  const warn = createSampledWarn(logger, "events are not numbered meanwhile, so nobody gets them; they are kept");
  const ticks = repeat(async () => {
    try {
      let isNumbered = false;
      while ((await numberEvents(sql)) !== undefined) isNumbered = true;
      await webhooks.look(isNumbered);
    } catch (err) {
      warn({ err, remedy: remedyOf(err) });
    }
  }, everyMs);
  return {
    async stop() {
      await Promise.all([ticks.stop(), webhooks.stop()]);
    },
  };
}
