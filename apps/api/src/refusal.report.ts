import type { Author } from "@rewards/db";
import type { Logger } from "@rewards/runtime";
import { LRUCache } from "lru-cache";
import { createLineBudget, type LineBudget } from "./line-budget.ts";

/** A call with a wrong credential, or without the right that it needs. */
export interface Refusal extends Author {
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** An audit entry: the latest call of its actor, and the number of calls since the actor's previous entry. */
export interface Refusals extends Refusal {
  readonly refused: number;
}

/** Guessing must not fill the log or the audit. Nobody can delete from the audit. */
const lines = { linesMax: 5, everyMs: 10_000 };
const entries = { linesMax: 1, everyMs: 60_000 };
const actorsMax = 1_000;

/**
 * Reports refusals of a kind: to the log, a few in a minute, and to the audit, at most one entry a minute for each actor.
 * @param message the log line, such as `wrong operator token`.
 */
export function createRefusalReport(
  logger: Pick<Logger, "warn" | "error">,
  message: string,
  audit: (entry: Refusals) => Promise<void>,
): (refusal: Refusal) => void {
  const logged = createLineBudget(lines);
  const audited = new LRUCache<string, LineBudget>({ max: actorsMax });
  return (refusal) => {
    const { actor, origin, requestId, detail } = refusal;
    const unlogged = logged.take();
    if (unlogged !== undefined) logger.warn({ actor, origin, requestId, ...detail, unlogged }, message);
    const budget = audited.get(actor) ?? createLineBudget(entries);
    audited.set(actor, budget);
    const unaudited = budget.take();
    if (unaudited === undefined) return;
    audit({ ...refusal, refused: unaudited + 1 }).catch((err) =>
      logger.error({ err, actor, origin, requestId }, `could not audit: ${message}`),
    );
  };
}
