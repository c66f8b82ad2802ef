import { writeDays, writeHeads } from "@rewards/db";
import type { ScheduledTask } from "../task.ts";

/**
 * Writes what is derived from past entries, once postings can no longer change it: the head of each hour that is over,
 * within five minutes after the grace period, and the totals of days. Other runs write nothing. One task for both,
 * because a queue costs connections.
 */
export const ledgerHeadWrite: ScheduledTask = {
  name: "ledger_head.write",
  everyMs: 300_000,
  async run({ scans }) {
    try {
      await writeHeads(scans);
    } finally {
      await writeDays(scans);
    }
  },
};
