import type { Logger } from "@rewards/runtime";
import { createLineBudget } from "./line-budget.ts";

/** A call with a wrong operator token. */
export interface WrongToken {
  readonly network: string;
  readonly requestId: string;
}

/** The entry that the audit gets: the latest call, and how many there were since the entry before. */
export interface WrongTokens extends WrongToken {
  readonly refused: number;
}

/** Whoever tries tokens must fill neither the log nor the audit, which nobody can delete from. */
const lines = { linesMax: 5, everyMs: 10_000 };
const entries = { linesMax: 1, everyMs: 60_000 };

/** Tells of wrong tokens, in the log and in the audit. */
export function createWrongTokenReport(
  logger: Pick<Logger, "warn" | "error">,
  audit: (entry: WrongTokens) => Promise<void>,
): (call: WrongToken) => void {
  const logged = createLineBudget(lines);
  const audited = createLineBudget(entries);
  return ({ network, requestId }) => {
    const unlogged = logged.take();
    if (unlogged !== undefined) logger.warn({ requestId, network, unlogged }, "wrong operator token");
    const unaudited = audited.take();
    if (unaudited === undefined) return;
    audit({ network, requestId, refused: unaudited + 1 }).catch((err) =>
      logger.error({ err, requestId, network }, "wrong operator token is not in the audit"),
    );
  };
}
