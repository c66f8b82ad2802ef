import type { Logger } from "@rewards/runtime";
import { createLineBudget } from "./line-budget.ts";

/** A call with a wrong credential. */
export interface WrongToken {
  readonly network: string;
  readonly requestId: string;
  /** The client that the key names, if it has the form of one. */
  readonly client?: string;
}

/** An audit entry: the latest call, and the number of calls since the previous entry. */
export interface WrongTokens extends WrongToken {
  readonly refused: number;
}

/** Guessing tokens must not fill the log or the audit. Nobody can delete from the audit. */
const lines = { linesMax: 5, everyMs: 10_000 };
const entries = { linesMax: 1, everyMs: 60_000 };

/** Reports wrong credentials of a kind to the log and to the audit. */
export function createWrongTokenReport(
  logger: Pick<Logger, "warn" | "error">,
  kind: string,
  audit: (entry: WrongTokens) => Promise<void>,
): (call: WrongToken) => void {
  const logged = createLineBudget(lines);
  const audited = createLineBudget(entries);
  return (call) => {
    const unlogged = logged.take();
    if (unlogged !== undefined) logger.warn({ ...call, unlogged }, `wrong ${kind}`);
    const unaudited = audited.take();
    if (unaudited === undefined) return;
    audit({ ...call, refused: unaudited + 1 }).catch((err) =>
      logger.error({ err, ...call }, `could not audit a wrong ${kind}`),
    );
  };
}
