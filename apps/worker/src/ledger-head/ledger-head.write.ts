import { sweepExpired } from "@rewards/db";
import { writeDays, writeHeads } from "@rewards/operations";
import type { ScheduledTask } from "../task.ts";

/** A longer sweep goes on at the next run, so that heads and totals are not delayed. */
const sweepMsMax = 240_000;

/**
 * Writes what follows from past entries: the head of each hour that is over, within five minutes after the grace period,
 * the totals of days, and the Expiry entries of points that have expired. Other runs write nothing. One task for all,
 * because a queue costs connections.
 */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 300_000,
  async run({ database, isBusy }) {
    const runs = await Promise.allSettled([
      writeHeads(database.scans).finally(() => writeDays(database.scans)),
      sweepExpired(database, { runMsMax: sweepMsMax, isBusy }),
    ]);
    const failed = runs.find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
  },
};
