import { createLineBudget, type Logger } from "@rewards/runtime";
import { LRUCache } from "lru-cache";
import { sourceOf } from "../author.ts";
import type { ApiContext } from "../context.ts";

/** How a caller proved who they are. Requests for tokens are in the audit. */
type Credential = "key" | "token" | "outside token" | "operator token";

/** Logs the use of a right credential. */
export type LogUse = (c: ApiContext, credential: Credential, actor: string) => void;

/** An hour without a line for the same credential of the same caller from the same network. */
const everyMs = 3_600_000;
/** As many as there may be clients. What is forgotten has a line again. */
const knownMax = 10_000;
/** After a start, every till has its line: these many at once, then ten a second. */
const lines = { linesMax: 500, everyMs: 100 };

/** A line for the first use of a credential in an hour, never one for each call. */
export function createUseLog(logger: Pick<Logger, "info">): LogUse {
  const known = new LRUCache<string, true>({ max: knownMax, ttl: everyMs });
  const budget = createLineBudget(lines);
  return (c, credential, actor) => {
    const source = sourceOf(c);
    const use = `${credential} ${source.origin} ${actor}`;
    if (known.has(use)) return;
    const unlogged = budget.take();
    if (unlogged === undefined) return;
    known.set(use, true);
    logger.info({ actor, ...source, credential, unlogged }, "credential accepted");
  };
}
