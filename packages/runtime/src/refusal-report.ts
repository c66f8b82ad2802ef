import { LRUCache } from "lru-cache";
import { createLineBudget, type LineBudget } from "./admission/rate.ts";
import type { Logger } from "./logger.ts";

interface Author {
  readonly actor: string;
  readonly origin?: string;
  readonly requestId?: string;
}

/** A call or a log-in with a wrong credential, or a call without the right that it needs. */
export interface Refusal extends Author {
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Guessing must not fill the log or the audit. Nobody can delete from the audit. */
const lines = { linesMax: 5, everyMs: 10_000 };
const entriesEveryMs = 60_000;
/** As many as there may be clients. If an actor is forgotten, its next refusal has an entry again. */
const actorsMax = 10_000;

/**
 * Reports refusals of a kind: to the log, a few in a minute, and to the audit, for each actor at most `entriesMax`
 * entries at once and then one a minute. An entry has the latest call, and in `refused` the number of calls since the
 * actor's previous entry.
 * @param message the log line, such as `wrong operator token`.
 */
export function createRefusalReport(
  logger: Pick<Logger, "warn" | "error">,
  message: string,
  audit: (author: Author, detail: object) => Promise<void>,
  entriesMax = 1,
): (refusal: Refusal) => void {
  const logged = createLineBudget(lines);
  const audited = new LRUCache<string, LineBudget>({ max: actorsMax });
  return ({ detail, ...author }) => {
    const { actor } = author;
    const unlogged = logged.take();
    if (unlogged !== undefined) logger.warn({ ...author, ...detail, unlogged }, message);
    const budget = audited.get(actor) ?? createLineBudget({ linesMax: entriesMax, everyMs: entriesEveryMs });
    audited.set(actor, budget);
    const unaudited = budget.take();
    if (unaudited === undefined) return;
    audit(author, { ...detail, refused: unaudited + 1 }).catch((err) =>
      logger.error({ err, ...author }, `could not audit: ${message}`),
    );
  };
}
